import { holdConnections } from '../connections.ts';
import { addresses, type Scenario } from '../scenario.ts';

const head = [
  'POST /api/bookings HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 30000',
  '\r\n',
].join('\r\n');

const slow = (title: string, count: number, from: readonly string[], begin: string): Scenario => ({
  title,
  seconds: 12,
  attack: (target) => holdConnections(target, { count, from, begin, drip: ' ' }),
});

export const scenarios: readonly Scenario[] = [
  slow('1 000 bodies that come byte by byte, from one address', 1_000, addresses(1), head),
  slow('1 000 bodies that come byte by byte, from 50 addresses', 1_000, addresses(50), head),
  slow('3 000 heads that come byte by byte, from one address', 3_000, addresses(1), 'GET / HTTP/1.1\r\nX: '),
  slow(
    '3 000 heads that come byte by byte, from 50 addresses',
    3_000,
    addresses(50),
    'GET / HTTP/1.1\r\nX: ',
  ),
];
