import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientFault } from '../../src/adapters/metrics.ts';
import { LISTENER_TIMEOUTS, type ListenerTimeouts, openPort } from '../../src/http/server/listener.ts';

/** A port with time-outs short enough for a test. */
async function opened(timeouts: Partial<ListenerTimeouts>) {
  const faults: ClientFault[] = [];
  const listener = await openPort(
    { host: '127.0.0.1', port: 0 },
    { requestFaulty: (fault) => faults.push(fault) },
    { ...LISTENER_TIMEOUTS, ...timeouts },
  );
  listener.serve((req, res) => {
    req.resume().on('end', () => res.end('answered'));
  });
  onTestFinished(() => listener.close(0));
  return {
    faults,
    async from(localAddress: string): Promise<Socket> {
      const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress });
      socket.on('error', () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
  };
}

const ask = (socket: Socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

/** The next piece of an answer; undefined when the connection closes instead. */
async function heard(socket: Socket): Promise<string | undefined> {
  const closed = once(socket, 'close').then(() => undefined);
  return Promise.race([once(socket, 'data').then(([chunk]) => String(chunk)), closed]);
}

describe('a client that takes its time', () => {
  // A second, so that what is sent at once arrives in time on any machine.
  it('gets a problem when its headers do not arrive, and is closed', async () => {
    const { from, faults } = await opened({ headMs: 1_000, requestMs: 1_500 });
    const socket = await from('127.0.0.5');
    socket.write('GET / HTTP/1.1\r\nHost');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 .*"code":"request-timeout"/s);
    expect(faults).toEqual(['timed-out']);
  });

  it('gets a problem when its body does not arrive, and is closed', async () => {
    const { from, faults } = await opened({ headMs: 1_000, requestMs: 1_500 });
    const socket = await from('127.0.0.5');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
    expect(faults).toEqual(['timed-out']);
  });

  it('is closed without a response when it never sent anything', async () => {
    const { from, faults } = await opened({ headMs: 20 });
    expect(await text(await from('127.0.0.5'))).toBe('');
    expect(faults).toEqual([]);
  });

  it('is cut off when it sends no further request', async () => {
    const { from, faults } = await opened({ idleMs: 1 });
    const socket = await from('127.0.0.5');
    ask(socket);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
    expect(faults).toEqual([]);
  });
});

describe('a malformed or interrupted request', () => {
  it('is counted: not HTTP', async () => {
    const { from, faults } = await opened({});
    const socket = await from('127.0.0.5');
    socket.write('\u0016\u0003\u0001 hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*"code":"malformed-request"/s);
    expect(faults).toEqual(['unreadable']);
  });

  it.each([
    ['half a head', 'GET / HT'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'],
  ])('is counted: %s', async (_title, half) => {
    const { from, faults } = await opened({});
    const socket = await from('127.0.0.5');
    socket.end(half);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
    expect(faults).toEqual(['aborted']);
  });

  it('is counted once: a connection reset amid a body', async () => {
    const { from, faults } = await opened({});
    const socket = await from('127.0.0.5');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    const other = await from('127.0.0.6');
    ask(other);
    await heard(other);
    socket.resetAndDestroy();
    await expect.poll(() => faults).toEqual(['aborted']);
  });

  it('is not: a connection reset between requests', async () => {
    const { from, faults } = await opened({});
    const socket = await from('127.0.0.5');
    ask(socket);
    await heard(socket);
    socket.resetAndDestroy();
    const other = await from('127.0.0.6');
    ask(other);
    await heard(other);
    expect(faults).toEqual([]);
  });
});
