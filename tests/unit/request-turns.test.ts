import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Problem } from '../../src/contracts/problem.ts';
import { inTurns } from '../../src/http/limits/request-turns.ts';

const LIMITS = {
  concurrency: 1,
  concurrencyPerSender: 1,
  maxWaiting: 10,
  timeoutMs: 60_000,
  startsPerLoop: 100,
  startsPerLoopInCrowd: 100,
  crowd: 100,
};

interface First {
  readonly path?: string;
  readonly init?: RequestInit;
}

/** A server that keeps one request of the API at a time. The first that it has is answered when `release` is called. */
async function served(limits: Partial<typeof LIMITS> = {}, { path = '/api/slow', init }: First = {}) {
  const slow: ServerResponse[] = [];
  const begun: (string | undefined)[] = [];
  const arrived: (() => void)[] = [];
  const handle: RequestListener = (req, res) => {
    begun.push(req.url);
    if (req.url !== path) return void res.end('answered');
    slow.push(res);
    for (const tell of arrived.splice(0)) tell();
  };
  const server = createServer(
    inTurns(({ socket }) => socket.remoteAddress ?? '', handle, { ...LIMITS, ...limits }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (asked: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${asked}`, init);
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  arrived.push(resolve);
  const first = ask(path, init);
  // A test may end without it.
  first.catch(() => {});
  await underWay;
  return {
    ask,
    first,
    begun,
    port,
    /** The first one's connection is closed. */
    closed: once(slow[0] as ServerResponse, 'close'),
    release: () => slow.shift()?.end('answered'),
  };
}

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe('while the API has all it can do', () => {
  it('pages are answered', async () => {
    const { ask } = await served();
    expect(await textOf(ask('/'))).toBe('answered');
  });

  it('another request of the API waits for its turn', async () => {
    const { ask, first, release } = await served();
    const second = ask('/api/services');
    expect(await textOf(ask('/'))).toBe('answered');
    release();
    expect(await textOf(first)).toBe('answered');
    expect(await textOf(second)).toBe('answered');
  });

  it('another service that calls waits for its turn as well', async () => {
    const { ask } = await served({ timeoutMs: 5 });
    expect((await ask('/webhooks/twilio')).status).toBe(429);
  });

  it('a request that has waited for too long is refused and may be repeated', async () => {
    const { ask } = await served({ timeoutMs: 5 });
    const answer = await ask('/api/services');
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '1']);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
    expect(Problem.parse(await answer.json()).code).toBe('too-many-requests');
  });

  it.each<[string, First]>([
    ['a request with a body', { path: '/api/bookings', init: { method: 'POST', body: '{}' } }],
    ['a stream of events', { path: '/api/admin/live' }],
  ])('%s counts for nothing, since it may come slowly or stay open', async (_what, first) => {
    const { ask } = await served({ timeoutMs: 1_000 }, first);
    expect(await textOf(ask('/api/services'))).toBe('answered');
  });

  it('one whose sender has left gives its turn to the next', async () => {
    const { ask, release, first } = await served();
    const leaving = new AbortController();
    const left = ask('/api/services', { signal: leaving.signal });
    const next = ask('/api/services');
    await textOf(ask('/'));
    leaving.abort();
    await expect(left).rejects.toThrow();
    release();
    await first;
    expect(await textOf(next)).toBe('answered');
  });
});

it('a request whose sender has left still counts until its handler ends', async () => {
  const leaving = new AbortController();
  const { ask, begun, closed, release } = await served({}, { init: { signal: leaving.signal } });
  const second = ask('/api/services');
  await textOf(ask('/'));
  leaving.abort();
  await closed;
  await textOf(ask('/'));
  expect(begun).toEqual(['/api/slow', '/', '/']);
  release();
  expect(await textOf(second)).toBe('answered');
});

it('a request whose sender has left before its turn is not begun', async () => {
  const { ask, begun, port } = await served();
  const leaving = connect(port, '127.0.0.1', () => {
    leaving.write('GET /left HTTP/1.1\r\nHost: a\r\n\r\n');
    leaving.destroy();
  });
  await once(leaving, 'close');
  await textOf(ask('/'));
  expect(begun).toEqual(['/api/slow', '/']);
});

describe('bodies on their way', () => {
  /** A server that answers once a body is there, or at once and without it at `/refused`. */
  async function receiving() {
    const handle: RequestListener = (req, res) => {
      if (req.url === '/api/refused') res.writeHead(413, { Connection: 'close' }).end();
      else req.resume().once('end', () => res.end('answered'));
    };
    const server = createServer(
      inTurns(({ headers }) => String(headers['x-sender']), handle, { ...LIMITS, concurrency: 100 }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    /** A body of two bytes, of which one is sent; `answer` is the first line. */
    return (sender: string, path = '/api/slow') => {
      const socket = connect(port, '127.0.0.1');
      socket.setEncoding('utf8');
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nX-Sender: ${sender}\r\nContent-Length: 2\r\n\r\n1`);
      const answer = once(socket, 'data').then(([text]) => String(text).split('\r\n', 1)[0]);
      onTestFinished(() => void socket.destroy());
      return { socket, answer };
    };
  }

  it('are sixteen of a sender at once, and one more is refused without waiting for it', async () => {
    const begin = await receiving();
    const slow = Array.from({ length: 16 }, () => begin('slow'));
    // The server has them all once it has answered somebody who came after them.
    const other = begin('other');
    other.socket.write('2');
    expect(await other.answer).toBe('HTTP/1.1 200 OK');

    const refused = begin('slow');
    expect(await refused.answer).toBe('HTTP/1.1 429 Too Many Requests');
    await once(refused.socket, 'close');
    slow[0]?.socket.write('2');
    expect(await slow[0]?.answer).toBe('HTTP/1.1 200 OK');
    const again = begin('slow');
    again.socket.write('2');
    expect(await again.answer).toBe('HTTP/1.1 200 OK');
  });

  it('count no more once their connection is closed, though they never came', async () => {
    const begin = await receiving();
    for (let time = 0; time < 16; time += 1) {
      const { socket, answer } = begin('hasty', '/api/refused');
      expect(await answer).toBe('HTTP/1.1 413 Payload Too Large');
      await once(socket, 'close');
    }
    const again = begin('hasty');
    again.socket.write('2');
    expect(await again.answer).toBe('HTTP/1.1 200 OK');
  });

  it('leave nothing behind on a connection that goes on', async () => {
    const sockets = new Set<Socket>();
    const handle: RequestListener = (req, res) => {
      sockets.add(req.socket);
      res.end('answered');
    };
    const server = createServer(inTurns(() => 'one', handle, { ...LIMITS, concurrency: 100 }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    const listeners: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      socket.write('POST /api/early HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1');
      await once(socket, 'data');
      socket.write('2');
      for (const served of sockets) listeners.push(served.listenerCount('close'));
    }
    expect(sockets.size).toBe(1);
    expect(Math.max(...listeners)).toBeLessThanOrEqual((listeners[0] ?? 0) + 1);
  });
});
