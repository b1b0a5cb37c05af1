import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';

/** A conversation broken below HTTP: the connection ends early, is slow, or carries something else. */
export interface BrokenConversation {
  /** Sent one after the other, with pauses between them. */
  readonly pieces: readonly (string | Buffer)[];
  readonly pauseMs: number;
  /** The client closes, resets, or waits for the server to close. */
  readonly end: 'close' | 'reset' | 'wait';
}

const BODY = '{"customer_name":"Ada Lovelace","services":[]}';

const head = (more: readonly string[]) =>
  ['POST /api/bookings HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...more, '', ''].join(
    '\r\n',
  );

/** Requests that no server should act on, whole as they may be. */
const request: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc
    .integer({ min: BODY.length + 1, max: 100_000 })
    .map((length) => head([`Content-Length: ${length}`]) + BODY),
  fc
    .constantFrom('zz', '-1', '0x10', 'ffffffffffffffff', '5;a=b', '', ' ')
    .map((size) => `${head(['Transfer-Encoding: chunked'])}${size}\r\n${BODY}\r\n0\r\n\r\n`),
  fc
    .constantFrom(
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Content-Length: 5', 'Content-Length: 6'],
      ['Content-Length: -1'],
      ['Content-Length: 1e3'],
      ['Transfer-Encoding: gzip, chunked'],
      ['Transfer-Encoding: chunked, gzip'],
      ['Expect: the-unexpected', 'Content-Length: 2'],
      ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
      ['Bad Header: x'],
      ['X: a\u0000b'],
      [' folded: x'],
      [`X: ${'x'.repeat(20_000)}`],
      Array.from({ length: 3_000 }, (_, index) => `X-${index}: x`),
    )
    .map((headers) => head(headers) + BODY),
  fc
    .constantFrom(
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'GET /api/services HTTP/9.9\r\nHost: localhost\r\n\r\n',
      'GET /api/services\r\n\r\n',
      'get /api/services HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET  /api/services HTTP/1.1\r\nHost: localhost\r\n\r\n',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      '\r\n\r\n\r\n',
    )
    .map((text) => text),
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map((noise) => Buffer.from(noise)),
);

const pieces = (text: string | Buffer, cuts: readonly number[]): readonly Buffer[] => {
  const bytes = Buffer.from(text);
  const places = [...new Set(cuts.map((cut) => Math.floor(cut * bytes.length)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
};

export const brokenConversation: fc.Arbitrary<BrokenConversation> = fc
  .record({
    text: request,
    cuts: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 6 }),
    // The share of the bytes that is sent.
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 0.999, noNaN: true })),
    pauseMs: fc.constantFrom(0, 0, 0, 1, 4),
    end: fc.constantFrom<BrokenConversation['end']>('close', 'close', 'reset', 'reset', 'wait'),
  })
  .map(({ text, cuts, share, pauseMs, end }) => {
    const bytes = Buffer.from(text);
    const sent = bytes.subarray(0, Math.ceil(bytes.length * share));
    // After less than a whole request, waiting would last until the server's own time-out.
    return { pieces: pieces(sent, cuts), pauseMs, end: share < 1 && end === 'wait' ? 'close' : end };
  });

const PATIENCE_MS = 300;

/** @returns everything that the server said, which is nothing after a reset */
export async function converse(
  url: string,
  { pieces: sent, pauseMs, end }: BrokenConversation,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  // A server may hang up while something is still sent.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const piece of sent) {
    socket.write(piece);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  if (end === 'reset') socket.resetAndDestroy();
  else if (end === 'close') socket.end();
  // It may keep a connection open that it has answered on.
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
  await closed;
  clearTimeout(patience);
  return heard;
}
