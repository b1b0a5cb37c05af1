import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** Eight requests of an address are under way at once. Those whose sender has left must not count for ever. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { RATE_LIMIT_PER_MINUTE: '100000' } });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

interface Begun {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  /** How many characters of the body are sent; all of them if missing. */
  readonly sent?: number;
}
const text = ({ method, path, type = 'application/json', body, sent }: Begun) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${staff.token}`,
    ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
    `\r\n${body?.slice(0, sent) ?? ''}`,
  ].join('\r\n');

const booking = () => JSON.stringify(bookingRequest({ appointment_date: salon.freshDay() }));
const credentials = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password' });

it.each<[string, () => Begun]>([
  ['a query', () => ({ method: 'GET', path: '/api/admin/bookings' })],
  ['a file', () => ({ method: 'GET', path: '/api/admin/bookings.csv' })],
  ['a booking', () => ({ method: 'POST', path: '/api/bookings', body: booking() })],
  ['a booking, amid its body', () => ({ method: 'POST', path: '/api/bookings', body: booking(), sent: 20 })],
  [
    'a picture, amid its body',
    () => ({
      method: 'POST',
      path: '/api/admin/pictures?use=share',
      type: 'image/jpeg',
      body: 'x'.repeat(100_000),
      sent: 10,
    }),
  ],
  ['a sign-in', () => ({ method: 'POST', path: '/auth/v1/token?grant_type=password', body: credentials })],
  [
    'a sign-in, amid its body',
    () => ({ method: 'POST', path: '/auth/v1/token?grant_type=password', body: credentials, sent: 9 }),
  ],
])('counts %s only until it ends after its sender has left', async (_title, begun) => {
  const { hostname, port } = new URL(salon.url);
  for (let round = 0; round < 24; round += 1) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.write(text(begun()));
    // They leave at any moment: at once, or when the server has answered others meanwhile.
    for (let waited = 0; waited < round % 4; waited += 1) await salon.get('/healthz');
    if (round % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  for (const path of ['/api/admin/bookings', '/auth/v1/user']) {
    const next = await staff.get(path);
    expect(next.status, next.text).toBe(200);
  }
});
