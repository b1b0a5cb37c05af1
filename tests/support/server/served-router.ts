import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { problemHandler } from '../../../src/http/problem-details.ts';
import { beginContext } from '../../../src/http/server/request-context.ts';

/** Operations on a port of their own until the test is over; requests carry the token `admin` unless told otherwise. */
export async function served(router: RequestHandler) {
  const app = express();
  app.use(beginContext, router, problemHandler(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path: string, init: RequestInit & { token?: string } = {}) => {
    const { token = 'admin', ...rest } = init;
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...rest.headers };
    return fetch(`http://127.0.0.1:${port}${path}`, { ...rest, headers });
  };
}
