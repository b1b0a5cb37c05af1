import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { LISTENER_TIMEOUTS, openPort } from '../../src/http/server/listener.ts';

const isFull = (req: IncomingMessage) => req.readableLength >= req.readableHighWaterMark;

/** A connection to a port that answers without reading bodies: `/refused` at once, `/full` when no more of the body fits. */
async function connected(): Promise<Socket> {
  const listener = await openPort(
    { host: '127.0.0.1', port: 0 },
    { requestFaulty: () => {} },
    { ...LISTENER_TIMEOUTS, requestMs: 600_000 },
  );
  listener.serve((req, res) => {
    if (req.url === '/refused') res.end('refused');
    else
      void expect
        .poll(() => isFull(req))
        .toBe(true)
        .then(() => res.end('full'));
  });
  onTestFinished(() => listener.close(0));
  const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

const head = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;

it('reads a short body that goes on after the answer, so that the connection can be used again', async () => {
  const socket = await connected();
  for (let time = 0; time < 3; time += 1) {
    socket.write(head('/refused', 200_000));
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 /);
    socket.write(Buffer.alloc(200_000));
  }
});

it.each(['/refused', '/full'])('closes the connection of a long one: %s', async (path) => {
  const socket = await connected();
  socket.write(head(path, Number.MAX_SAFE_INTEGER));
  const send = () => !socket.destroyed && socket.write(Buffer.alloc(65_536), send);
  send();
  await new Promise((closed) => socket.once('close', closed));
});
