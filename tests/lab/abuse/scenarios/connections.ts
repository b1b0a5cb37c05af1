import { holdConnections } from '../connections.ts';
import { FIVE_ADDRESSES, type Scenario } from '../scenario.ts';

/** Connections that are held, slow, or left again. */

const SLOW_BODY = [
  'POST /api/bookings HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 30000',
  '\r\n',
].join('\r\n');

/** A body that is refused by its head, and goes on all the same. */
const ENDLESS_BODY = [
  'POST /api/bookings HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Encoding: gzip',
  'Content-Length: 4000000000',
  '\r\n',
].join('\r\n');
const MEGABYTE = Buffer.alloc(1_048_576);

const held = (title: string, how: Omit<Parameters<typeof holdConnections>[1], 'from'>): Scenario => ({
  title: `${title}, from five addresses`,
  seconds: 12,
  attack: (target) => holdConnections(target, { from: FIVE_ADDRESSES, ...how }),
});

export const scenarios: readonly Scenario[] = [
  held('5 000 connections that say nothing', { count: 5_000, begin: '' }),
  held('3 000 heads that come byte by byte', { count: 3_000, begin: 'GET / HTTP/1.1\r\nX: ', drip: ' ' }),
  held('1 000 bodies that come byte by byte', { count: 1_000, begin: SLOW_BODY, drip: ' ' }),
  held('40 bodies without end that are refused', {
    count: 40,
    begin: ENDLESS_BODY,
    drip: MEGABYTE,
    dripMs: 40,
  }),
  held('250 connections a second that ask for free times and leave', {
    count: 256,
    aSecond: 250,
    begin:
      'GET /api/availability?date=2027-03-03&services=scalp-treatment HTTP/1.1\r\nHost: localhost\r\n\r\n',
    leaveMs: 30,
  }),
];
