// Slow because it waits while each store is away.
import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { onlyOn, whileDatabaseGone } from '../support/log/log-under-test.ts';
import { expectProblem } from '../support/network/http.ts';
import { type Answer, createHttpClient } from '../support/network/http-client.ts';
import { patiently } from '../support/network/patiently.ts';
import { bookingRequest, givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';

function expectUnavailable(answer: Answer) {
  expectProblem(answer, 'unavailable');
  expect(answer.headers['retry-after']).toBe('1');
}

const queries = (salon: TestSalon, date: SalonDate, token: string) => [
  salon.http.send({ path: '/api/services' }),
  salon.http.send({ path: `/api/availability?date=${date}&services=perm` }),
  salon.http.send({ path: '/api/manage', headers: { Authorization: `Bearer ${token}` } }),
];

/** It is ready again by itself, and a booking that was refused meanwhile is applied once and shown. */
async function expectRecovery(salon: TestSalon, request: ReturnType<typeof bookingRequest>, key: string) {
  await expect.poll(async () => (await salon.get('/readyz')).status).toBe(200);
  const retried = await patiently(() => salon.post('/api/bookings', request, { key }));
  const { id, position } = CreatedBooking.parse(retried.json);
  expect(await salon.historyByPeople(id)).toHaveLength(1);
  const { appointment_date: date, appointment_time: time } = request;
  const path = `/api/availability?date=${date}&services=scalp-treatment&after=${position}`;
  const free = await salon.get(path);
  expect(free.json).not.toMatchObject({ slots: expect.arrayContaining([time]) });
}

it('answers 503 with problem details while the database is gone, and goes on by itself when it is back', async () => {
  const salon = await givenSalonForThisTest();
  const date = salon.freshDay();
  const { management_token: token } = await salon.booked({ appointment_date: date });
  const key = randomUUID();
  const request = bookingRequest({ appointment_date: date, appointment_time: '3:00 PM' });

  await whileDatabaseGone(salon.database.url, async () => {
    for (const answer of await Promise.all(queries(salon, date, token))) expectUnavailable(answer);
    expectUnavailable(await salon.post('/api/bookings', request, { key }));
    // A log outside the database doesn't need it for events without personal data.
    const cancelled = await salon.post('/api/manage/cancel', {}, { token });
    if (inject('eventLog') === 'Postgres') expectUnavailable(cancelled);
    else expect(cancelled.status).toBe(200);
    expect((await salon.get('/healthz')).status).toBe(200);
    expect((await salon.get('/readyz')).status).toBe(503);
  });
  await expectRecovery(salon, request, key);
});

/** The messages of outages, by store. */
const outagesIn = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const { outage } = JSON.parse(line) as { outage?: { store: string } };
    return outage ? [outage.store] : [];
  });

it('leaves one line with a stack in the log, however many calls fail', async () => {
  const salon = await givenSalonForThisTest();
  const { management_token: token } = await salon.booked({ appointment_date: salon.freshDay() });
  const before = salon.logged.length;
  await whileDatabaseGone(salon.database.url, async () => {
    for (let n = 0; n < 20; n += 1) {
      for (const answer of await Promise.all(queries(salon, salon.freshDay(), token)))
        expectUnavailable(answer);
    }
  });
  await expect.poll(async () => (await salon.get('/readyz')).status).toBe(200);
  const lines = salon.logged.slice(before);
  expect(outagesIn(lines)).toEqual(['Postgres']);
  expect(lines.filter((line) => line.includes('"stack"') && !line.includes('"outage"'))).toEqual([]);
});

it('refuses commands with 503 while the log is gone, answers queries as before, and goes on by itself', async (context) => {
  onlyOn('EventStoreDB', context, 'a log in Postgres goes with its database, and nothing answers without it');
  const salon = await givenSalonForThisTest();
  const date = salon.freshDay();
  const { management_token: token, position } = await salon.booked({ appointment_date: date });
  await salon.get(`/api/manage?after=${position}`, { token });
  const key = randomUUID();
  const request = bookingRequest({ appointment_date: date, appointment_time: '3:00 PM' });

  await salon.logUnderTest.whileGone(async () => {
    expectUnavailable(await salon.post('/api/bookings', request, { key }));
    expectUnavailable(await salon.post('/api/manage/cancel', {}, { token }));
    expectUnavailable(
      await salon.post('/api/holds', { date, time: '4:00 PM', services: ['scalp-treatment'] }),
    );
    for (const { status } of await Promise.all(queries(salon, date, token))) expect(status).toBe(200);
    expect((await salon.get('/healthz')).status).toBe(200);
    const readiness = await salon.get('/readyz');
    expect(readiness.status).toBe(503);
    expect(readiness.json).toMatchObject({ log: { ready: false } });
  });
  await expectRecovery(salon, request, key);
});

it('gives up on a command that the log keeps waiting, and applies it once when it is sent again', async () => {
  const salon = await givenSalonForThisTest();
  const key = randomUUID();
  const request = bookingRequest({ appointment_date: salon.freshDay() });
  const sent = () => salon.post('/api/bookings', request, { key });
  await salon.logUnderTest.whileStuck(async () => {
    expectProblem(await sent(), 'unavailable');
  });
  await expect.poll(async () => (await sent()).status).toBe(201);
  const { id } = CreatedBooking.parse((await sent()).json);
  expect(await salon.historyByPeople(id)).toHaveLength(1);
});

it('gives up on a query that the database keeps waiting, and goes on with the same connection', async (context) => {
  onlyOn('Postgres', context, 'the read models are in Postgres with either log');
  const salon = await givenSalonForThisTest();
  const { rows } = await salon.database.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where tablename like 'services_v%'",
  );
  const blocker = await salon.database.pool.connect();
  const oneConnection = createHttpClient(() => salon.url, 1);
  try {
    await blocker.query(`begin; lock table ${rows[0]?.name}`);
    expectUnavailable(await oneConnection.send({ path: '/api/services' }));
    // The query itself still waits; when it ends, its answer has been given long ago.
    await blocker.query('rollback');
    for (let n = 0; n < 5; n += 1) {
      expect((await oneConnection.send({ path: '/api/services' })).status).toBe(200);
    }
    expect(salon.logged.filter((line) => line.includes('internal-error'))).toEqual([]);
  } finally {
    oneConnection.close();
    blocker.release();
  }
});
