import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { privateCallersOnly } from '../../src/http/private-callers.ts';
import { refuse } from '../../src/http/refusal.ts';

/** What the guard says of a connection from there: nothing, or that there is nothing here. */
function verdictOn(remoteAddress: string | undefined): unknown {
  const req = { socket: { remoteAddress }, get: () => undefined } as unknown as Request;
  let verdict: unknown = 'not asked';
  privateCallersOnly()(req, {} as Response, (error?: unknown) => {
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
