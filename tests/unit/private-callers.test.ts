import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { refuse } from '../../src/http/refusal.ts';
import { operatorsOnly } from '../../src/http/server/private-callers.ts';

/** The guard's verdict on a connection: undefined if it may pass, or "not found". */
function verdictOn(
  remoteAddress: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): unknown {
  const req = { socket: { remoteAddress }, get: (name: string) => headers[name] } as unknown as Request;
  let verdict: unknown = 'not asked';
  operatorsOnly('https://salon.example')(req, {} as Response, (error?: unknown) => {
    verdict = error;
  });
  return verdict;
}

it.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.18.0.4',
  '::ffff:172.18.0.4',
  '192.168.1.20',
  'fd12:3456::1',
  'fe80::1',
])('lets %s in', (address) => {
  expect(verdictOn(address)).toBeUndefined();
});

it.each(['8.8.8.8', '172.32.0.1', '11.0.0.1', '::ffff:8.8.8.8', '2001:db8::1', '', undefined])(
  'has nothing for %s',
  (address) => {
    expect(verdictOn(address)).toEqual(refuse('not-found'));
  },
);

it.each([
  'localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '172.18.0.4',
  'api:3000',
  'api.salon.svc.cluster.local:3000',
  'salon.example',
])('answers for the host %s', (Host) => {
  expect(verdictOn('127.0.0.1', { Host })).toBeUndefined();
});

it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', 'evil@localhost', ''])(
  'has nothing for the host "%s", which a page may have made lead here',
  (Host) => {
    expect(verdictOn('127.0.0.1', { Host })).toEqual(refuse('not-found'));
  },
);

it.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'CF-Connecting-IP', 'X-Client-IP', 'Via'])(
  'has nothing for what a proxy forwards, by its %s',
  (header) => {
    expect(verdictOn('127.0.0.1', { Host: 'localhost', [header]: 'anything' })).toEqual(refuse('not-found'));
  },
);
