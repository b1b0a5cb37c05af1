import { brotliCompressSync, constants } from 'node:zlib';
import { holdConnections } from '../connections.ts';
import { addresses, type Scenario } from '../scenario.ts';

/** Requests that cost more to answer than to send. */

const PAGE = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

const post = (path: string, body: Buffer | string, ...headers: readonly string[]) =>
  Buffer.concat([
    Buffer.from(
      [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        ...headers,
        `Content-Length: ${body.length}`,
        '\r\n',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);

/** No browser sends so many headers; reading them all is work. */
const MANY_HEADERS = `GET / HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: 900 }, (_, n) => `x${n}: v\r\n`).join('')}\r\n`;

/** Lists within lists, as many as 32 kB have room for. */
const deepBody = post('/api/bookings', `{"a":${'['.repeat(16_000)}${']'.repeat(16_000)}}`);

/** Much from little: a decoder fills a window of 16 MB before it is told that it was too much. */
const bomb = brotliCompressSync(Buffer.alloc(16_000_000, ' '), {
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
});
const bombs = Buffer.concat(
  ['/api/bookings', '/auth/v1/token?grant_type=password', '/auth/v1/nothing'].map((path) =>
    post(path, bomb, 'Content-Encoding: br'),
  ),
);

/** A body that is refused by its head, and goes on all the same. */
const endlessHead = [
  'POST /api/bookings HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Encoding: gzip',
  'Content-Length: 4000000000',
  '\r\n',
].join('\r\n');
const MEGABYTE = Buffer.alloc(1_048_576);

/** What costs a server more to read than an attacker to send, eight kilobytes at a time. */
const CRUMBS = [
  {
    title: '70 000 requests a second with an expectation that nobody knows, on 30 connections of one address',
    begin: '',
    piece: 'GET / HTTP/1.1\r\nHost:a\r\nExpect:x\r\n\r\n',
  },
  {
    title: '140 000 requests a second without a host, on 30 connections of one address',
    begin: '',
    piece: 'GET / HTTP/1.1\r\n\r\n',
  },
  {
    title: '400 000 pieces a second of one byte each, in 30 bodies without end of one address',
    begin: 'GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    piece: '1\r\nx\r\n',
  },
];

export const scenarios: readonly Scenario[] = [
  ...CRUMBS.map(
    ({ title, begin, piece }): Scenario => ({
      title,
      seconds: 12,
      attack: (target) =>
        holdConnections(target, {
          count: 30,
          from: addresses(1),
          begin,
          drip: piece.repeat(Math.ceil(8_192 / piece.length)),
          dripMs: 100,
        }),
    }),
  ),
  {
    title: '40 bodies without end that are refused, from one address',
    seconds: 12,
    attack: (target) =>
      holdConnections(target, {
        count: 40,
        from: addresses(1),
        begin: endlessHead,
        drip: MEGABYTE,
        dripMs: 40,
      }),
  },
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
    title: '3 200 requests a second of 900 headers each, on 200 connections of one address',
    seconds: 12,
    attack: (target) =>
      holdConnections(target, {
        count: 200,
        from: addresses(1),
        begin: '',
        drip: MANY_HEADERS.repeat(8),
        dripMs: 500,
      }),
  },
  {
    title: '200 bodies a second of lists within lists, from one address',
    seconds: 12,
    attack: (target) =>
      holdConnections(target, { count: 100, from: addresses(1), begin: '', drip: deepBody, dripMs: 500 }),
  },
  {
    title: '600 compressed bodies a second that unpack to much, from one address',
    seconds: 12,
    attack: (target) =>
      holdConnections(target, { count: 100, from: addresses(1), begin: '', drip: bombs, dripMs: 500 }),
  },
];
