import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { AUTH_PATH, authRouter } from '../../../src/features/accounts/supabase-protocol/router.ts';

it.each([
  ['https://salon.example', true],
  ['http://localhost:3000', false],
])('at %s the cookie of a device is sent over TLS only: %s', async (publicUrl, isSecure) => {
  const router = authRouter({
    endpoints: [{ method: 'get', path: '/known', handle: async () => ({ deviceCookie: 'token' }) }],
    queues: { count: async () => {}, enter: async () => () => {} },
    publicUrl,
    logger: { error: () => {} },
  });
  const server = express().use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${AUTH_PATH}/known`);
  server.close();
  const [cookie = ''] = answer.headers.getSetCookie();
  expect([answer.status, /^device=token;/.test(cookie), /; Secure(;|$)/.test(cookie)]).toEqual([
    204,
    true,
    isSecure,
  ]);
});
