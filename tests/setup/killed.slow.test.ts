// Slow because it kills processes in the middle of imports and deliveries.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/adapters/postgres/migrate.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { LOG_MIGRATIONS, postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { composeCustomers, contactHasherOf } from '../../src/features/customers/compose.ts';
import { importedCustomerId } from '../../src/features/customers/imports/rows.ts';
import { makeLogUnderTest } from '../support/log/log-under-test.ts';
import { eventually } from '../support/machine/eventually.ts';
import { runOf, STAFF } from '../support/salon/test-salon.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { givenSalon } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { givenStaff } from '../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, givenWebhook } from '../support/webhooks/given-webhooks.ts';
import { answering, BAD } from '../support/webhooks/receiver.ts';

/** 20 000 by hand: the most that a file may have. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 600);
const KILLS = 5;
const KEEPERS = join(import.meta.dirname, '../lab/chaos/keeper-entry.ts');

const rows = Array.from({ length: ROWS }, (_, index) => ({
  row: index + 1,
  line: index + 2,
  card: {
    name: `Person ${index}`,
    emails: [`person-${index}@example.com`],
    phones: [
      {
        phone: `925 5${String(index).padStart(6, '0')}`,
        phoneE164: `+19255${String(index).padStart(6, '0')}`,
      },
    ],
    birthdayMonth: null,
    birthdayDay: null,
    notes: null,
  },
}));

async function givenImporter() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await migrate(database.url, [LOG_MIGRATIONS]);
  await database.migrate();
  const log = postgresEventStore({ url: database.url, connections: 4 });
  onTestFinished(() => log.close());
  const { pool } = database;
  const keys = postgresSealingKeys(pool, deriveKey(TEST_SECRET_KEY, 'sealing-master/v1'));
  const customers = composeCustomers({
    log,
    keys,
    pool,
    mutex: createKeyedMutex(),
    hashContact: contactHasherOf(TEST_SECRET_KEY),
    now: () => new Date(),
  });
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    KEEPER_PATIENCE_MS: '60000',
  };
  const count = async (sql: string) => Number((await pool.query<{ n: string }>(sql)).rows[0]?.n);
  const counted = (type: string) => count(`select count(*) as n from log.events where type = '${type}'`);
  let running: ServerProcess | undefined;
  onTestFinished(() => running?.kill());
  return {
    customers,
    count,
    counted,
    eventOf: async (type: string) =>
      (await log.read('merges')).find((event) => event.type === type)?.data as Record<string, unknown>,
    run: (command: string, body: unknown = {}) =>
      runOf({ key: `${command}-0123456789`, command, body, actor: STAFF, deadlineMs: 60_000 }),
    /** Runs the registrar, the shredder and the importer in a process of their own, until a count is so high. */
    async working(counting: () => Promise<number>, until: number, end: 'kill' | 'stop') {
      running = await startServerProcess(settings, KEEPERS);
      await expect.poll(counting, { timeout: 600_000, interval: 30 }).toBeGreaterThanOrEqual(until);
      await running[end]();
    },
  };
}

it('brings every row once although it is killed five times, and is undone but for those whom staff have changed', async () => {
  const { customers, count, counted, eventOf, run, working } = await givenImporter();
  const imported = () => counted('CustomerImported');
  const startedAt = performance.now();
  const { importId } = await customers.imports.start(
    { rows, refused: [], remarks: [], empty: 0 },
    run('start-import'),
  );
  const keptAt = performance.now();
  for (let kill = 1; kill <= KILLS; kill += 1)
    await working(imported, Math.floor((ROWS * kill) / (KILLS + 1)), 'kill');
  await working(() => counted('ImportFinished'), 1, 'stop');
  const finishedAt = performance.now();
  const streams = `select count(distinct stream) as n from log.events where type = 'CustomerImported'`;
  expect([await counted('CustomerImported'), await count(streams)]).toEqual([ROWS, ROWS]);
  expect(await eventOf('ImportFinished')).toMatchObject({ imported: ROWS, skipped: 0, refused: 0 });

  await customers.commands.change(
    importedCustomerId(importId, 1),
    { name: 'Ann Lee' },
    run('change-customer'),
  );
  await customers.imports.undo(importId, run('undo-import'));
  await working(() => counted('CustomerErased'), Math.floor(ROWS / 2), 'kill');
  const shredded = `select count(*) as n from sealing.sealing_keys where stream like 'customer-%' and key is null`;
  const rowsLeft = () => count('select count(*) as n from import_rows');
  // Had the kill come after the last event, these could still be missing.
  await working(async () => ((await rowsLeft()) === 0 ? count(shredded) : 0), ROWS - 1, 'stop');
  const undoneAt = performance.now();
  expect(await eventOf('ImportUndoClosed')).toEqual({ importId, kept: [importedCustomerId(importId, 1)] });
  expect(await count(shredded)).toBe(ROWS - 1);
  expect(await count('select count(*) as n from registrar_contacts')).toBe(2);
  expect(await rowsLeft()).toBe(0);
  const [status] = await customers.imports.status(importId);
  expect(status).toMatchObject({
    status: 'undone',
    rows: ROWS,
    done: ROWS,
    kept: [importedCustomerId(importId, 1)],
  });
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
  console.log(
    `${ROWS} rows: kept in ${seconds(startedAt, keptAt)} s, finished after ${seconds(keptAt, finishedAt)} s, undone after ${seconds(finishedAt, undoneAt)} s`,
  );
}, 1_200_000);

const APPOINTMENTS = 12;
/** The delivery that is under way when the process is killed, counted from its start. */
const KILLED_AT = [1, 3, 1, 2, 4];

it('sends every event in order although the process is killed in the middle of deliveries', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const logUnderTest = await makeLogUnderTest(database.url);
  onTestFinished(() => logUnderTest.stop());
  const salon = await givenSalon({
    now: new Date(),
    settings: ALLOWED,
    stores: {
      database: { ...database, drop: async () => {} },
      logUnderTest: { ...logUnderTest, stop: () => {} },
    },
  });
  const staff = await givenStaff(salon);
  const { receiver, path } = await givenWebhook(staff, { types: ['appointment.*'] });
  bodyOf(await staff.patch(path, { paused: true }));
  const booked: string[] = [];
  for (let n = 0; n < APPOINTMENTS; n += 1)
    booked.push((await salon.booked({ appointment_date: salon.freshDay() })).id);
  receiver.behaves(BAD.hangs);
  bodyOf(await staff.patch(path, { paused: false }));
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await salon.stop();

  let running: ServerProcess | undefined;
  onTestFinished(() => running?.kill());
  const settings = {
    DATABASE_URL: database.url,
    ...logUnderTest.settings,
    SECRET_KEY: TEST_SECRET_KEY,
    ...ALLOWED,
  };
  for (const last of KILLED_AT) {
    const before = receiver.received.length;
    receiver.behaves((response, request) =>
      (receiver.received.length - before < last ? answering(204) : BAD.hangs)(response, request),
    );
    running = await startServerProcess(settings);
    await expect.poll(() => receiver.received.length - before, { timeout: 60_000 }).toBe(last);
    await running.kill();
  }
  receiver.behaves(answering(204));
  running = await startServerProcess(settings);
  const accepted = () => receiver.received.filter(({ status }) => status === 204);
  await expect.poll(() => accepted().length, { timeout: 60_000 }).toBe(APPOINTMENTS);
  expect(accepted().map(({ event }) => event.subject)).toEqual(booked);
  // An interrupted delivery is sent once more, and no other.
  expect(receiver.received).toHaveLength(APPOINTMENTS + 1 + KILLED_AT.length);
  await running.stop();
}, 300_000);
