import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { ConnectionLimit } from '../../src/adapters/metrics.ts';
import { LISTENER_LIMITS, openPort } from '../../src/http/server/listener.ts';

/** What Node would answer by itself, or would parse at length, must count like any other request. */

/** A port of a handler that answers once a body is there; `heard` sends something from an address, and resolves with all that comes back. */
async function opened() {
  const closedFor: ConnectionLimit[] = [];
  const listener = await openPort(
    { host: '127.0.0.1', port: 0, trustProxy: false },
    { requestFaulty: () => {}, connectionClosed: (limit) => closedFor.push(limit) },
    { ...LISTENER_LIMITS, requestsPerConnection: 4 },
  );
  listener.serve((req, res) => {
    if (req.url !== '/slow') req.resume().once('end', () => res.end('answered'));
  });
  onTestFinished(() => listener.close(0));
  const heard = async (sent: string) => {
    const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress: '127.0.0.5' });
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(sent);
    // A connection that is cut off ends in an error.
    return text(socket).catch(() => '');
  };
  return { heard, closedFor };
}

it('counts requests with an expectation that nobody knows', async () => {
  const { heard, closedFor } = await opened();
  expect(await heard('GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1.1 200 /,
  );
  await heard('GET /slow HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'.repeat(6));
  expect(closedFor).toEqual(['requests']);
});

it('refuses a request without a host, and closes its connection', async () => {
  const { heard } = await opened();
  const answer = await heard('GET / HTTP/1.1\r\n\r\n'.repeat(3));
  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1);
  expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"malformed-request"/);
});

it.each([
  ['that is awaited', '/'],
  ['that nobody awaits', '/slow'],
])('shuts out whoever sends a body %s in too many small pieces', async (_, path) => {
  const { heard, closedFor } = await opened();
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  await heard(`${head}${'1\r\nx\r\n'.repeat(600)}`);
  expect(closedFor).toEqual(['pieces']);
});

it('takes a body in some small pieces', async () => {
  const { heard, closedFor } = await opened();
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(await heard(`${head}${'1\r\nx\r\n'.repeat(400)}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(closedFor).toEqual([]);
});
