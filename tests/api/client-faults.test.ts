import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';

/** A client's fault in a request is no error and no outage of ours. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

const lines = () => salon.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
const errors = () => lines().filter(({ level }) => Number(level) >= 40);
const counted = async (fault: string) => {
  const { text: figures } = await salon.get('/metrics');
  const [, value] =
    new RegExp(`^salon_http_client_faults_total\\{fault="${fault}"\\} (\\d+)$`, 'm').exec(figures) ?? [];
  if (value === undefined) throw new Error(`no figure for ${fault}`);
  return Number(value);
};

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(salon.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const head = (length: number) =>
  `POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('a request that is broken off', () => {
  it('amid a body is counted, and is neither an error nor an outage', async () => {
    const before = await counted('aborted');
    const socket = await open();
    socket.write(`${head(1_000)}{"customer_name":`);
    // The server has begun to read it once it has answered somebody who came later.
    await salon.get('/healthz');
    socket.resetAndDestroy();
    await expect.poll(() => counted('aborted')).toBe(before + 1);
    await expect
      .poll(() => lines().findLast(({ route, aborted }) => route === '/api/bookings' && aborted === true))
      .toMatchObject({ status: expect.toSatisfy((status) => status === 400 || status === 499) });
    expect(errors()).toEqual([]);
  });

  it.each([
    ['amid its head', 'POST /api/bookings HTTP/1.1\r\nHost: loc'],
    ['amid its body', `${head(1_000)}{"customer_name":`],
    [
      'amid a chunk',
      `${head(1_000).replace('Content-Length: 1000', 'Transfer-Encoding: chunked')}ff\r\n{"cust`,
    ],
    [
      'in a chunk of no size',
      `${head(1_000).replace('Content-Length: 1000', 'Transfer-Encoding: chunked')}zz\r\n{}`,
    ],
  ])('%s, with the way back still open, is told so', async (_title, half) => {
    const socket = await open();
    socket.end(half);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*"code":"malformed-(request|body)"/s);
    expect(errors()).toEqual([]);
  });

  it('while its answer is awaited changes nothing for the service', async () => {
    const socket = await open();
    const body = JSON.stringify(bookingRequest({ appointment_date: salon.freshDay() }));
    const { position } = await salon.booked({ appointment_date: salon.freshDay() });
    socket.write(head(Buffer.byteLength(body)) + body);
    socket.destroy();
    await expect.poll(async () => (await salon.log.head()) > position).toBe(true);
    expect(errors()).toEqual([]);
    expect((await salon.get('/api/services')).status).toBe(200);
  });
});

it('sends a file to nobody without an error, when the visitor has left', async () => {
  const page = (await salon.get('/')).text;
  const [file = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  for (let visit = 0; visit < 20; visit += 1) {
    const socket = await open();
    socket.write(`GET ${file} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    socket.resetAndDestroy();
  }
  expect((await salon.get(file)).status).toBe(200);
  expect(errors()).toEqual([]);
});
