import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createRequestLimits } from '../../src/http/limits/request-limits.ts';
import { problemHandler } from '../../src/http/problem-details.ts';
import { beginContext } from '../../src/http/server/request-context.ts';

/** A server whose requests are under way until the test answers them. */
async function given(perMinute = 60) {
  const underWay: Response[] = [];
  const app = express()
    .use(beginContext, createRequestLimits(perMinute).underWay, (_req, res) => void underWay.push(res))
    .use(problemHandler(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (localAddress = '127.0.0.5') => {
    const sent = request({ host: '127.0.0.1', port, localAddress, agent: false }).on('error', () => {});
    sent.end();
    const answer = once(sent, 'response').then(async ([response]) => ({
      status: response.statusCode,
      retryAfter: response.headers['retry-after'],
      body: await text(response),
    }));
    answer.catch(() => {});
    return { sent, answer };
  };
  return { underWay, ask };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

it('lets eight requests of an address be under way, and those of other addresses beside them', async () => {
  const { underWay, ask } = await given();
  const own = times(9, ask);
  await expect.poll(() => underWay).toHaveLength(8);
  const other = ask('127.0.0.6');
  await expect.poll(() => underWay).toHaveLength(9);
  underWay[8]?.json('other');
  expect(await other.answer).toMatchObject({ status: 200 });
  underWay[0]?.json('first');
  await expect.poll(() => underWay).toHaveLength(10);
  for (const res of underWay.slice(1)) if (!res.headersSent) res.json('later');
  for (const { answer } of own) expect(await answer).toMatchObject({ status: 200 });
});

it('refuses an address for whose requests 256 wait already', async () => {
  const { ask } = await given();
  const refused = times(8 + 256 + 1, ask).map(({ answer }) => answer);
  expect(await Promise.race(refused)).toMatchObject({
    status: 429,
    retryAfter: '1',
    body: expect.stringContaining('"too-many-requests"'),
  });
});

it('counts a request whose sender has left until its handler ends', async () => {
  const { underWay, ask } = await given();
  const left = times(8, ask);
  await expect.poll(() => underWay).toHaveLength(8);
  for (const { sent } of left) sent.destroy();
  await expect.poll(() => underWay.every((res) => res.closed)).toBe(true);
  const next = ask();
  const other = ask('127.0.0.6');
  await expect.poll(() => underWay).toHaveLength(9);
  underWay[8]?.json('other');
  await other.answer;
  expect(underWay).toHaveLength(9);
  underWay[0]?.json('nobody hears it');
  await expect.poll(() => underWay).toHaveLength(10);
  underWay[9]?.json('next');
  expect(await next.answer).toMatchObject({ status: 200, body: '"next"' });
});

it('begins no request whose sender has left meanwhile', async () => {
  const { underWay, ask } = await given();
  times(8, ask);
  await expect.poll(() => underWay).toHaveLength(8);
  const left = ask();
  const next = ask();
  left.sent.destroy();
  // Once somebody who came later is answered, the server has seen the other one go.
  const other = ask('127.0.0.6');
  await expect.poll(() => underWay).toHaveLength(9);
  underWay[8]?.json('other');
  await other.answer;
  underWay[0]?.json('first');
  await expect.poll(() => underWay).toHaveLength(10);
  underWay[9]?.json('next');
  expect(await next.answer).toMatchObject({ status: 200, body: '"next"' });
});

it('limits nothing where requests have no limits', async () => {
  const { underWay, ask } = await given(0);
  times(20, ask);
  await expect.poll(() => underWay).toHaveLength(20);
});
