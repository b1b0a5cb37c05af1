import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { customerIdOf } from '../../src/features/customers/contacts.ts';
import { bareEnvironment } from '../support/machine/bare-environment.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { deleteBooking, eraseCustomer } from '../support/staff/server-staff.ts';

/** After a booking's deletion and a person's erasure, nothing about the person can be read. */

const PERSON = {
  customer_name: 'Wilhelmina Quagmire',
  customer_email: 'wilhelmina@quagmire.example',
  customer_phone: '(510) 555-0177',
  notes: 'Allergic to lavender',
};
const AN_HOUR_AHEAD = join(import.meta.dirname, '../support/salon/an-hour-ahead.ts');
/** The digits stand alone: ids have any seven in a row now and then. */
const PERSONAL = /Wilhelmina|quagmire|(?<![\da-f])555-?0177(?![\da-f])|5105550177|lavender/i;

let salon: TestSalon;
beforeAll(async () => {
  // The proof goes by the machine's clock, and finds texts late that a clock long past holds back.
  salon = await givenSalon({ now: new Date() });
});
afterAll(() => salon.stop());

/** Every row of every table of the service, as text, but for the log's own: there it is sealed. */
async function everyRow(): Promise<string> {
  const { pool } = salon.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify((await pool.query(`select * from ${name}`)).rows)),
  );
  return texts.join('\n');
}

const keyOf = async (bookingId: string) => {
  const { rows } = await salon.database.pool.query<{ key: Buffer | null; shredded_at: Date | null }>(
    'select key, shredded_at from sealing.sealing_keys where stream = $1',
    [bookingStream(bookingId)],
  );
  return rows[0];
};

/** Runs an operator's command beside the server; rejects when it ends in failure. */
const command = (script: string, ...options: readonly string[]) =>
  promisify(execFile)(process.execPath, [...options, join(import.meta.dirname, '../../scripts', script)], {
    env: {
      ...bareEnvironment(),
      DATABASE_URL: salon.database.url,
      SECRET_KEY: salon.secretKey,
      ...salon.logUnderTest.settings,
    },
  });

it('is found by no link, in no row and under no key, also after a rebuild, and the proof is clean', async () => {
  const [gone, other] = [
    await salon.booked({ ...PERSON, appointment_date: salon.freshDay() }),
    await salon.booked({ appointment_date: salon.freshDay() }),
  ];
  const token = gone.management_token;
  const view = (after: string) => salon.get(`/api/manage?after=${after}`, { token });
  expect((await view(other.position)).text).toMatch(PERSONAL);
  expect(await everyRow()).toMatch(PERSONAL);
  expect((await keyOf(gone.id))?.key).not.toBeNull();

  // Waits until the person is a customer.
  await salon.idle();
  const position = await deleteBooking(salon, gone.id);
  expectProblem(await view(position), 'booking-not-found');
  expectProblem(
    await salon.get(`/api/short-links?code=${gone.short_code}&after=${position}`),
    'short-link-not-found',
  );
  await expect.poll(() => keyOf(gone.id)).toMatchObject({ key: null, shredded_at: expect.any(Date) });
  // The customer stays one, until staff erase them too.
  await salon.idle();
  expect(await everyRow()).toMatch(PERSONAL);
  await eraseCustomer(salon, customerIdOf(gone.id));
  await expect.poll(everyRow).not.toMatch(PERSONAL);
  expect((await keyOf(other.id))?.key).not.toBeNull();

  await command('replay.ts');
  expect(await everyRow()).not.toMatch(PERSONAL);
  const { stdout } = await command('verify.ts', `--import=${AN_HOUR_AHEAD}`);
  expect(stdout).toMatch(/customers +\d+, \d+ contacts of the registrar, equal to a fresh fold/);
  expect(stdout).toMatch(/personal parts \d+ open, 2 erased on purpose/);
  expectProblem(await view(position), 'booking-not-found');
  expect((await salon.get('/api/manage', { token: other.management_token })).status).toBe(200);
});
