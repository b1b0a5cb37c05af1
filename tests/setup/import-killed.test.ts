import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/adapters/postgres/migrate.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { LOG_MIGRATIONS, postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { composeCustomers, contactHasherOf } from '../../src/features/customers/compose.ts';
import { importedCustomerId } from '../../src/features/customers/imports/rows.ts';
import { runOf, STAFF } from '../support/salon/test-salon.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';

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

async function givenSalon() {
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
    /** Runs the registrar, the shredder and the importer in a process of their own, until so many events of a type are there. */
    async working(type: string, until: number, end: 'kill' | 'stop') {
      running = await startServerProcess(settings, KEEPERS);
      await expect
        .poll(() => counted(type), { timeout: 600_000, interval: 30 })
        .toBeGreaterThanOrEqual(until);
      await running[end]();
    },
  };
}

it('brings every row once although it is killed five times, and is undone but for those whom staff have changed', async () => {
  const { customers, count, counted, eventOf, run, working } = await givenSalon();
  const startedAt = performance.now();
  const { importId } = await customers.imports.start(
    { rows, refused: [], remarks: [], empty: 0 },
    run('start-import'),
  );
  const keptAt = performance.now();
  for (let kill = 1; kill <= KILLS; kill += 1)
    await working('CustomerImported', Math.floor((ROWS * kill) / (KILLS + 1)), 'kill');
  await working('ImportFinished', 1, 'stop');
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
  await working('CustomerErased', Math.floor(ROWS / 2), 'kill');
  await working('CustomerErased', ROWS - 1, 'stop');
  const undoneAt = performance.now();
  expect(await eventOf('ImportUndoClosed')).toEqual({ importId, kept: [importedCustomerId(importId, 1)] });
  const shredded = `select count(*) as n from sealing.sealing_keys where stream like 'customer-%' and key is null`;
  expect(await count(shredded)).toBe(ROWS - 1);
  expect(await count('select count(*) as n from registrar_contacts')).toBe(2);
  expect(await count('select count(*) as n from import_rows')).toBe(0);
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
