import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientFault, ConnectionLimit } from '../../src/adapters/metrics.ts';
import { LISTENER_LIMITS, type ListenerLimits, openPort } from '../../src/http/server/listener.ts';

interface Opened {
  readonly faults: ClientFault[];
  readonly closedFor: ConnectionLimit[];
  /** Opens a connection from an address of this machine. */
  from(address: string): Promise<Socket>;
}

/** A port with limits small enough for a test; `/slow` is answered when `release` is called. */
async function opened(
  limits: Partial<ListenerLimits>,
  trustProxy: boolean | string = false,
): Promise<Opened & { release(): void }> {
  const faults: ClientFault[] = [];
  const closedFor: ConnectionLimit[] = [];
  const listener = await openPort(
    { host: '127.0.0.1', port: 0, trustProxy },
    { requestFaulty: (fault) => faults.push(fault), connectionClosed: (limit) => closedFor.push(limit) },
    { ...LISTENER_LIMITS, ...limits },
  );
  const slow: ServerResponse[] = [];
  listener.serve((req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/slow') slow.push(res);
    else req.resume().on('end', () => res.end('answered'));
  });
  onTestFinished(() => listener.close(0));
  return {
    faults,
    closedFor,
    async from(localAddress) {
      const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress });
      socket.on('error', () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
    release: () => {
      for (const res of slow.splice(0)) res.end('answered');
    },
  };
}

const ask = (socket: Socket, path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);

/** The next piece of an answer; undefined when the connection closes instead. */
async function heard(socket: Socket): Promise<string | undefined> {
  const closed = once(socket, 'close').then(() => undefined);
  return Promise.race([once(socket, 'data').then(([chunk]) => String(chunk)), closed]);
}

const answered = expect.stringMatching(/^HTTP\/1.1 200 /);

describe('the number of connections', () => {
  it('is limited by address: whoever opens too many loses the one that waited longest', async () => {
    const { from, closedFor } = await opened({ connectionsPerAddress: 2 });
    const [first, second] = [await from('127.0.0.5'), await from('127.0.0.5')];
    const other = await from('127.0.0.6');
    const third = await from('127.0.0.5');
    expect(await heard(first)).toBeUndefined();
    for (const socket of [second, third, other]) {
      ask(socket);
      expect(await heard(socket)).toEqual(answered);
    }
    expect(closedFor).toEqual(['address']);
  });

  it('is limited in all, whatever the addresses', async () => {
    const { from, closedFor } = await opened({ connections: 2 });
    const [first, second] = [await from('127.0.0.5'), await from('127.0.0.6')];
    const third = await from('127.0.0.7');
    expect(await heard(first)).toBeUndefined();
    for (const socket of [second, third]) {
      ask(socket);
      expect(await heard(socket)).toEqual(answered);
    }
    expect(closedFor).toEqual(['all']);
  });

  it('counts a connection that is closed no more', async () => {
    const { from, closedFor } = await opened({ connectionsPerAddress: 1 });
    for (let visit = 0; visit < 3; visit += 1) {
      const socket = await from('127.0.0.5');
      ask(socket);
      expect(await heard(socket)).toEqual(answered);
      socket.destroy();
      // A second visitor's answer comes after the server has seen the first one go.
      const other = await from('127.0.0.6');
      ask(other);
      await heard(other);
      other.destroy();
    }
    expect(closedFor).toEqual([]);
  });

  it('spares a request that is being answered, and turns the new connection away when all are', async () => {
    const { from, release, closedFor } = await opened({ connectionsPerAddress: 1 });
    const slow = await from('127.0.0.5');
    ask(slow, '/slow');
    const other = await from('127.0.0.6');
    ask(other);
    expect(await heard(other)).toEqual(answered);
    expect(await heard(await from('127.0.0.5'))).toBeUndefined();
    release();
    expect(await heard(slow)).toEqual(answered);
    expect(closedFor).toEqual(['address']);
  });

  it('lets a new visitor take the place of a body that is still arriving', async () => {
    const { from } = await opened({ connections: 2 });
    const bodies = [await from('127.0.0.5'), await from('127.0.0.6')];
    for (const socket of bodies) socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    const visitor = await from('127.0.0.7');
    ask(visitor);
    expect(await heard(visitor)).toEqual(answered);
  });

  it('closes one of the address that has most, and so never the only one of a visitor', async () => {
    const { from, closedFor } = await opened({ connections: 4 });
    const visitor = await from('127.0.0.7');
    const oldest = await from('127.0.0.5');
    for (let n = 0; n < 2; n += 1) await from('127.0.0.5');
    const other = await from('127.0.0.6');
    expect(await heard(oldest)).toBeUndefined();
    for (const socket of [visitor, other]) {
      ask(socket);
      expect(await heard(socket)).toEqual(answered);
    }
    expect(closedFor).toEqual(['all']);
  });

  it('lets a visitor in even while all others are being answered', async () => {
    const { from, release } = await opened({ connections: 2 });
    const crowd = [await from('127.0.0.5'), await from('127.0.0.5')];
    for (const socket of crowd) ask(socket, '/slow');
    const visitor = await from('127.0.0.7');
    ask(visitor);
    expect(await heard(visitor)).toEqual(answered);
    release();
  });

  it('is reduced by one that sends too many requests without waiting for their answers', async () => {
    const { from, release, closedFor } = await opened({ requestsPerConnection: 3 });
    const [patient, hasty] = [await from('127.0.0.1'), await from('127.0.0.1')];
    for (const socket of [patient, hasty]) for (let n = 0; n < 3; n += 1) ask(socket, '/slow');
    ask(hasty, '/slow');
    expect(await heard(hasty)).toBeUndefined();
    release();
    expect(await heard(patient)).toEqual(answered);
    expect(closedFor).toEqual(['requests']);
  });

  it('has none for a while from the address that such a one came from', async () => {
    const { from } = await opened({ requestsPerConnection: 1, shutMs: 200 });
    const [hasty, neighbour, other] = [
      await from('127.0.0.5'),
      await from('127.0.0.5'),
      await from('127.0.0.6'),
    ];
    const closed = Promise.all([heard(hasty), heard(neighbour)]);
    for (let n = 0; n < 2; n += 1) ask(hasty, '/slow');
    expect(await closed).toEqual([undefined, undefined]);
    expect(await heard(await from('127.0.0.5'))).toBeUndefined();
    ask(other);
    expect(await heard(other)).toEqual(answered);
    await expect
      .poll(async () => {
        const again = await from('127.0.0.5');
        ask(again);
        return heard(again);
      })
      .toEqual(answered);
  });

  it.each([
    ['many headers', 'X: x\r\n'.repeat(40)],
    ['large ones', `X: ${'x'.repeat(9_000)}\r\n`],
  ])('is none for a while where many heads with %s came from', async (_, headers) => {
    const { from, closedFor, faults } = await opened({ headers: 40, largeHeads: 2 });
    const [neighbour, other] = [await from('127.0.0.5'), await from('127.0.0.6')];
    const large = async () => {
      const socket = await from('127.0.0.5');
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
      return heard(socket);
    };
    const refused = expect.stringMatching(/^HTTP\/1.1 431 /);
    expect([await large(), await large()]).toEqual([refused, refused]);
    const closed = heard(neighbour);
    await large();
    expect(await closed).toBeUndefined();
    expect(await heard(await from('127.0.0.5'))).toBeUndefined();
    ask(other);
    expect(await heard(other)).toEqual(answered);
    expect(closedFor).toEqual(['heads']);
    expect(faults).toEqual(['unreadable', 'unreadable', 'unreadable']);
  });

  it('is not limited by address on this machine itself, where a proxy may be', async () => {
    const { from, closedFor } = await opened({ connectionsPerAddress: 1 });
    const sockets = [await from('127.0.0.1'), await from('127.0.0.1')];
    for (const socket of sockets) {
      ask(socket);
      expect(await heard(socket)).toEqual(answered);
    }
    expect(closedFor).toEqual([]);
  });

  it('is not limited by address for a proxy that is trusted', async () => {
    const { from, closedFor } = await opened({ connectionsPerAddress: 1 }, 'loopback');
    const sockets = [await from('127.0.0.5'), await from('127.0.0.5'), await from('127.0.0.5')];
    for (const socket of sockets) {
      ask(socket);
      expect(await heard(socket)).toEqual(answered);
    }
    expect(closedFor).toEqual([]);
  });
});

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

describe('what a client does wrong with a request as a whole', () => {
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
