import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings.ts';
import { bookingStream } from '../../src/features/booking/events.ts';
import { expectProblem } from '../support/http.ts';
import { bookingRequest, givenSalonForThisTest, type TestSalon } from '../support/server.ts';

/** Does something while nobody may connect to the salon's database. */
async function withoutDatabase(salon: TestSalon, work: () => Promise<void>): Promise<void> {
  const beside = new URL(salon.database.url);
  const name = beside.pathname.slice(1);
  beside.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: beside.href });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await work();
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
}

it('answers 503 with problem details while the database is gone, and goes on by itself when it is back', async () => {
  const salon = await givenSalonForThisTest();
  const date = salon.freshDay();
  const standing = await salon.booked({ appointment_date: date });
  const token = standing.management_token;
  const key = randomUUID();
  const request = bookingRequest({ appointment_date: date, appointment_time: '3:00 PM' });

  await withoutDatabase(salon, async () => {
    const refused = [
      await salon.get('/api/services'),
      await salon.get(`/api/availability?date=${date}&services=perm`),
      await salon.get('/api/manage', { token }),
      await salon.post('/api/manage/cancel', {}, { token }),
      await salon.post('/api/bookings', request, { key }),
    ];
    for (const answer of refused) {
      expectProblem(answer, 'unavailable');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect((await salon.get('/healthz')).status).toBe(200);
    expect((await salon.get('/readyz')).status).toBe(503);
  });

  await expect.poll(async () => (await salon.get('/readyz')).status, { timeout: 10_000 }).toBe(200);
  const retried = await salon.post('/api/bookings', request, { key });
  const { id, position } = CreatedBooking.parse(retried.json);
  expect(await salon.log.read(bookingStream(id))).toHaveLength(1);
  const free = await salon.get(`/api/availability?date=${date}&services=scalp-treatment&after=${position}`);
  expect(String(free.headers['x-projected-position']) >= position).toBe(true);
  expect(free.json).not.toMatchObject({ slots: expect.arrayContaining(['3:00 PM']) });
});

it('gives up on a command that the database keeps waiting, and applies it once when it is sent again', async () => {
  const salon = await givenSalonForThisTest();
  const { pool } = salon.database;
  const key = randomUUID();
  const request = bookingRequest({ appointment_date: salon.freshDay() });
  const blocker = await pool.connect();
  // This mode lets everyone read and gives the transaction no id, which would hold up every log of the cluster.
  await blocker.query('begin; lock table log.events in exclusive mode');
  try {
    const startedAt = performance.now();
    expectProblem(await salon.post('/api/bookings', request, { key }), 'unavailable');
    expect(performance.now() - startedAt).toBeLessThan(7_000);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  const sent = () => salon.post('/api/bookings', request, { key });
  await expect.poll(async () => (await sent()).status, { timeout: 10_000 }).toBe(201);
  const { id } = CreatedBooking.parse((await sent()).json);
  expect(await salon.log.read(bookingStream(id))).toHaveLength(1);
});
