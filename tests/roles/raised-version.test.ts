import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookings } from '../../projections/bookings/projection.ts';
import { ADVISORY_LOCKS } from '../../src/adapters/postgres/advisory-locks.ts';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { addSalonDays, dayOfWeek, salonDate } from '../../src/salon/salon-time.ts';
import { type LogUnderTest, makeLogUnderTest } from '../support/log/log-under-test.ts';
import { createHttpClient } from '../support/network/http-client.ts';
import { asNewAs } from '../support/network/patiently.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { bookingRequest } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';

let database: TestDatabase;
let logUnderTest: LogUnderTest;
/** The first Tuesday from a week on, when the salon is open. */
function tuesday(): string {
  let day = addSalonDays(salonDate(new Date(), 'America/Los_Angeles'), 7);
  while (dayOfWeek(day) !== 2) day = addSalonDays(day, 1);
  return day;
}
const date = tuesday();
const secretKey = randomBytes(24).toString('hex');
const running: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  logUnderTest = await makeLogUnderTest(database.url);
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  logUnderTest.stop();
  await database.drop();
});

async function start() {
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    ...logUnderTest.settings,
    SECRET_KEY: secretKey,
    // A limit, so that bookings are checked against a table that is being rebuilt.
    BOOKING_LIMIT_PER_HOUR: '100',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  running.push(server);
  const http = createHttpClient(() => server.url);
  const get = (path: string, token?: string) =>
    http.send({ path, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
  const book = async (time: string) => {
    const body = bookingRequest({ appointment_date: date, appointment_time: time });
    const headers = { 'Idempotency-Key': randomUUID() };
    const { status, json } = await http.send({ method: 'POST', path: '/api/bookings', body, headers });
    expect(status).toBe(201);
    return CreatedBooking.parse(json);
  };
  return { server, get, book };
}

/** Makes the tables look like those of an earlier release. */
async function makeOlder(): Promise<void> {
  const { pool } = database;
  const [now, older] = [`bookings_v${bookings.version}`, `bookings_v${bookings.version - 1}`];
  const { rows } = await pool.query<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = 'read' and tablename = $1",
    [now],
  );
  for (const { name } of rows) {
    await pool.query(`alter index read.${name} rename to ${name.replace(now, older)}`);
  }
  await pool.query(`alter table read.${now} rename to ${older}`);
  await pool.query("update read.models set version = version - 1 where place = 'read' and name = 'bookings'");
}

/** Holds the rebuild back until the work is done. */
async function whileRebuilding(work: () => Promise<void>): Promise<void> {
  const slow = await database.pool.connect();
  await slow.query('select pg_advisory_lock($1, hashtext($2))', [ADVISORY_LOCKS.rebuild, bookings.name]);
  try {
    await work();
  } finally {
    await slow.query('select pg_advisory_unlock_all()');
    slow.release();
  }
}

describe('a start that finds the tables of an earlier release', () => {
  it('answers at once, but for what is still being rebuilt', async () => {
    const before = await start();
    const old = await before.book('10:00 AM');
    await before.server.stop();
    await makeOlder();

    let during: Awaited<ReturnType<typeof start>> | undefined;
    let created: CreatedBooking | undefined;
    await whileRebuilding(async () => {
      during = await start();
      const { get, book } = during;
      expect((await get('/healthz')).status).toBe(200);
      await expect
        .poll(async () => (await get('/readyz')).json)
        .toMatchObject({
          status: 'not ready',
          read_models: { role: 'active', rebuilding: [{ name: 'bookings' }] },
        });
      expect((await get('/readyz')).status).toBe(503);
      expect((await get('/')).status).toBe(200);
      created = await book('11:00 AM');
      const free = `/api/availability?services=scalp-treatment&date=${date}&after=${created.position}`;
      const { slots } = (await asNewAs(free, () => get(free))).json as { slots: readonly string[] };
      expect(slots).not.toContain('10:00 AM');
      expect(slots).not.toContain('11:00 AM');
      // A private link reads the booking's own stream where the read model can't tell.
      const managed = await get('/api/manage', old.management_token);
      expect(managed.json).toMatchObject({ id: old.id, status: 'pending' });
    });
    await expect.poll(async () => (await during?.get('/readyz'))?.status).toBe(200);
    for (const booking of [old, created]) {
      const managed = await during?.get('/api/manage', booking?.management_token);
      expect(managed?.json).toMatchObject({ id: booking?.id, status: 'pending' });
    }
  });
});
