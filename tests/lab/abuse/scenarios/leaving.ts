import { holdConnections } from '../connections.ts';
import { addresses, type Scenario } from '../scenario.ts';

/** Somebody who asks, and doesn't stay for the answer. */
const leaving = (what: string, path: string): Scenario => ({
  title: `4 000 connections a second that ask for ${what} and leave, from one address`,
  seconds: 12,
  attack: (target) =>
    holdConnections(target, {
      count: 256,
      from: addresses(1),
      aSecond: 5_000,
      begin: `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      leaveMs: 30,
    }),
});

export const scenarios: readonly Scenario[] = [
  leaving('a page', '/'),
  leaving('free times', '/api/availability?date=2027-03-03&services=scalp-treatment'),
];
