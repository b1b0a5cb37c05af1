import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { healthRoutes } from '../../src/http/server/health.ts';

async function ready(check: () => Promise<{ ready: boolean }>, clock = () => 1) {
  const server = express()
    .use(healthRoutes([{ name: 'log', check }], 'https://salon.example', clock))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return () => fetch(`http://127.0.0.1:${port}/readyz`);
}

it('asks the parts once for a crowd, so that a public address costs no query each time', async () => {
  let asked = 0;
  let now = 1;
  const ask = await ready(
    async () => {
      asked += 1;
      return { ready: true };
    },
    () => now,
  );
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(asked).toBe(1);
  now += 501;
  await ask();
  expect(asked).toBe(2);
});

it('is not ready while a part fails', async () => {
  const ask = await ready(async () => {
    throw new Error('away');
  });
  expect((await ask()).status).toBe(503);
});
