import { gzipSync } from 'node:zlib';
import { holdConnections } from '../connections.ts';
import { addresses, type Scenario } from '../scenario.ts';

/** Requests that cost more to answer than to send. */

const PAGE = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Lists within lists, as many as 32 kB have room for. */
const deep = gzipSync(`{"a":${'['.repeat(16_000)}${']'.repeat(16_000)}}`);
const deepBody = Buffer.concat([
  Buffer.from(
    [
      'POST /api/bookings HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      `Content-Length: ${deep.length}`,
      '\r\n',
    ].join('\r\n'),
  ),
  deep,
]);

export const scenarios: readonly Scenario[] = [
  {
    title: '150 000 requests a second that wait for no answer, on 50 connections of one address',
    seconds: 12,
    attack: (target) =>
      holdConnections(target, {
        count: 50,
        from: addresses(1),
        begin: '',
        drip: PAGE.repeat(600),
        dripMs: 200,
      }),
  },
  {
    title: '200 packed bodies a second of lists within lists, from one address',
    seconds: 12,
    attack: (target) =>
      holdConnections(target, { count: 100, from: addresses(1), begin: '', drip: deepBody, dripMs: 500 }),
  },
];
