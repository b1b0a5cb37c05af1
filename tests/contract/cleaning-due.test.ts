import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { APPOINTMENTS_TABLE } from '../../projections/appointments/projection.ts';
import {
  clean,
  cleaningState,
  isCleaningDue,
  noteCleaning,
  waitingSince,
} from '../../src/erasure/cleaning.ts';
import { secretLinksOf } from '../../src/features/booking/appointment/secret-links.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { templateWithTables } from '../support/server/filled-template.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(await templateWithTables());
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query(`truncate sealing.sealing_keys, cleanings, ${APPOINTMENTS_TABLE}`));

/** Ten in the evening of the salon. */
const ERASED = '2026-11-20T06:00:00Z';
const hoursLater = (hours: number) => new Date(new Date(ERASED).getTime() + hours * 3_600_000);
const isDue = (hours: number) => isCleaningDue(database.pool, hoursLater(hours), TIME_ZONE);

const givenErased = (at = ERASED) =>
  database.pool.query('insert into sealing.sealing_keys (stream, shredded_at) values ($1, $2)', [
    `booking-${randomUUID()}`,
    at,
  ]);

/** An appointment of the whole day in the salon. */
const givenDayWithAppointment = (date: string) =>
  database.pool.query(
    `insert into ${APPOINTMENTS_TABLE} select (json_populate_record(null::${APPOINTMENTS_TABLE}, $1)).*`,
    [
      {
        id: randomUUID(),
        status: 'confirmed',
        appointment_date: date,
        start_minute: 0,
        end_minute: 1440,
        version: 1,
        services: [],
        total_amount: '',
        tip_cents: 0,
        sms_consent: false,
        consent_at: ERASED,
        consent_by: 'customer',
        requested_at: ERASED,
        requested_by: 'customer',
        first_date: date,
        is_moved: false,
        taken_position: '',
        since: '',
      },
    ],
  );

it('waits for the night after an erasure, and for nothing without one', async () => {
  expect(await isDue(5)).toBe(false);
  await givenErased();
  expect(await isDue(3)).toBe(false);
  expect(await isDue(4)).toBe(true);
  expect(await isDue(7.9)).toBe(true);
  expect(await isDue(8)).toBe(false);
});

it('waits for an hour without appointments, but no longer than a day', async () => {
  await givenErased();
  for (const day of ['19', '20']) await givenDayWithAppointment(`2026-11-${day}`);
  expect(await isDue(5)).toBe(false);
  expect(await isDue(20)).toBe(false);
  expect(await isDue(22.9)).toBe(false);
  expect(await isDue(23)).toBe(true);
});

it('is made up for in the first free hour where nobody was there at night', async () => {
  await givenErased();
  expect(await isDue(19.9)).toBe(false);
  expect(await isDue(20)).toBe(true);
});

it('covers what was shredded before it began, and is late after a day', async () => {
  await givenErased();
  await noteCleaning(database.pool, '2026-11-20 11:00:00+00', {
    readModels: 5,
    walHeldUntil: null,
  });
  expect(await waitingSince(database.pool)).toBeNull();
  await givenErased('2026-11-20T11:00:00.000001Z');
  expect(await cleaningState(database.pool, hoursLater(29))).toMatchObject({
    due_by: '2026-11-21T11:00:00.000Z',
    late: false,
  });
  expect(await cleaningState(database.pool, hoursLater(30))).toMatchObject({ late: true });
});

it('builds nothing anew while a transaction is open that is older than all erasures, and names it', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await database.pool.query(
      "insert into sealing.sealing_keys (stream, shredded_at) values ('booking-later', clock_timestamp())",
    );
    const rebuilt: string[] = [];
    const deps = {
      config: { backupDir: undefined },
      databaseUrl: database.url,
      secretKey: TEST_SECRET_KEY,
      links: secretLinksOf(TEST_SECRET_KEY),
      rebuild: async (readModel: string) => void rebuilt.push(readModel),
      report: () => {},
    };
    await expect(clean(deps, new AbortController().signal)).rejects.toThrow(
      'an older transaction is open: salon test',
    );
    expect(rebuilt).toEqual([]);
    expect((await cleaningState(database.pool, new Date())).last).toBe(null);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
