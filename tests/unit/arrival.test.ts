import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { ClientFault } from '../../src/adapters/metrics.ts';
import { allowArrival } from '../../src/http/server/arrival.ts';
import { LISTENER_LIMITS, openPort } from '../../src/http/server/listener.ts';

/** Long enough for any machine to begin a request in. */
const REQUEST_MS = 1_000;
const ALLOWED_MS = 2 * REQUEST_MS;

it('gives a request whose sender is known more time to arrive, and no more than that', async () => {
  const faults: ClientFault[] = [];
  const listener = await openPort(
    { host: '127.0.0.1', port: 0, trustProxy: false },
    { requestFaulty: (fault) => faults.push(fault), connectionClosed: () => {} },
    { ...LISTENER_LIMITS, requestMs: REQUEST_MS },
  );
  onTestFinished(() => listener.close(0));
  listener.serve((req, res) => {
    allowArrival(req, ALLOWED_MS);
    req.resume().once('end', () => res.end('whole'));
  });
  async function begun(): Promise<Socket> {
    const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{');
    return socket;
  }
  const beganAt = performance.now();
  const [patient, slow] = [await begun(), await begun()];
  patient.write('}');
  expect(await text(patient)).toContain('whole');
  expect(await text(slow)).toMatch(/^HTTP\/1.1 408 /);
  expect(faults).toEqual(['timed-out']);
  // A timer may be a millisecond early.
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(ALLOWED_MS - 1);
});
