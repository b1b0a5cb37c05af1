import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createCallLimits } from '../../../src/features/accounts/supabase-protocol/call-limits.ts';
import { authRouter } from '../../../src/features/accounts/supabase-protocol/router.ts';
import { beginContext } from '../../../src/http/server/request-context.ts';

const A_MINUTE = 3;

/** A router with one call, which answers with its body. @returns sends a body; without one the call's body never comes */
async function given() {
  const router = authRouter({
    endpoints: [{ method: 'post', path: '/echo', handle: async ({ body }) => ({ body }) }],
    limits: createCallLimits(A_MINUTE, { verify: async () => undefined }),
    logger: pino({ level: 'silent' }),
  });
  const server = express().use(beginContext, router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (path: string, { body, encoding }: { body?: Buffer | string; encoding?: string } = {}) => {
    const call = request({ port, host: '127.0.0.1', path: `/auth/v1${path}`, method: 'POST' });
    call.on('error', () => {});
    call.setHeader('Content-Type', 'application/json');
    call.setHeader('Content-Length', body === undefined ? 1_000 : Buffer.byteLength(body));
    if (encoding !== undefined) call.setHeader('Content-Encoding', encoding);
    if (body === undefined) call.flushHeaders();
    else call.end(body);
    const [response] = await once(call, 'response');
    const answer = { status: response.statusCode, body: await json(response) };
    call.destroy();
    return answer;
  };
}

it('the body of an unknown call is not read', async () => {
  const post = await given();
  expect((await post('/nothing')).status).toBe(404);
});

it('a call is counted before its body is read', async () => {
  const post = await given();
  for (let n = 0; n < A_MINUTE; n += 1)
    expect(await post('/echo', { body: '{"a":1}' })).toEqual({ status: 200, body: { a: 1 } });
  // On a 429 the client would throw its session away.
  expect(await post('/echo')).toEqual({
    status: 503,
    body: expect.objectContaining({ error_code: 'request_timeout' }),
  });
});

it('a call whose body is no JSON is not counted', async () => {
  const post = await given();
  for (let n = 0; n <= A_MINUTE; n += 1) expect((await post('/echo', { encoding: 'gzip' })).status).toBe(415);
  expect((await post('/echo', { body: '{}' })).status).toBe(200);
});

it.each(['br', 'gzip', 'deflate', 'zstd', 'gzip, br'])(
  'refuses a body that is compressed, unread: %s',
  async (encoding) => {
    const post = await given();
    const refused = { status: 415, body: expect.objectContaining({ error_code: 'unsupported_media_type' }) };
    expect(await post('/echo', { encoding })).toEqual(refused);
    expect(await post('/echo', { encoding, body: brotliCompressSync('{}') })).toEqual(refused);
  },
);
