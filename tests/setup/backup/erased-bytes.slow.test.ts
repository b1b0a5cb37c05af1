// Slow because it searches the files of a whole database server for erased data.
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type EmbeddedPostgres, openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { ErasureCertificate } from '../../../src/contracts/customers/erasure.ts';
import { SystemState } from '../../../src/contracts/system/projections.ts';
import { type CleaningDeps, clean } from '../../../src/erasure/cleaning.ts';
import { secretLinksOf } from '../../../src/features/booking/appointment/secret-links.ts';
import { foundIn } from '../../support/backup/bytes.ts';
import { backedUp, emptyInstallation, givenFolder, restored } from '../../support/backup/installation.ts';
import { makeLogUnderTest } from '../../support/log/log-under-test.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { makeDataDir } from '../../support/server/service-process.ts';
import { customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { change } from '../../support/staff/staff-bookings.ts';

/** A salon on an embedded server of its own, whose files a test can search. */

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let server: EmbeddedPostgres;
let salon: TestSalon;
let staff: StaffApi;
let backupDir: string;
let stop: () => Promise<void>;
/** A time before the nightly backup, which must not run in these tests. */
const now = new Date();
now.setUTCHours(9);

beforeEach(async () => {
  dataDir = await makeDataDir();
  server = await openEmbedded({ dataDir: dataDir.path });
  const pool = createPool({ url: server.url, name: 'test', statementTimeoutMs: 0 });
  backupDir = join(await givenFolder(), 'backups');
  salon = await givenSalon({
    now,
    settings: { MESSAGE_WINDOW_SECONDS: '0', BACKUP_DIR: backupDir },
    stores: {
      database: {
        url: server.url,
        pool,
        migrate: () => migrate(server.url, SERVICE_MIGRATIONS),
        drop: () => pool.end(),
      },
      logUnderTest: await makeLogUnderTest(server.url, 'Postgres'),
    },
  });
  const stopping = async () => {
    await salon.stop();
    await server.stop();
  };
  let stopped: Promise<void> | undefined;
  stop = () => {
    stopped ??= stopping();
    return stopped;
  };
  staff = await givenStaff(salon);
});
afterEach(async () => {
  await stop();
  await dataDir.remove();
});

const SYSTEM = '/api/admin/projections';
const systemState = async () => SystemState.parse((await staff.get(SYSTEM)).json);

async function rebuild(name: string): Promise<void> {
  expect((await staff.post(`${SYSTEM}/${name}/rebuild`, {})).status).toBe(200);
  await eventually(async () => {
    const { rows } = await salon.database.pool.query(
      'select ended_at is not null as ended, error from projector_tasks order by id desc limit 1',
    );
    expect(rows).toEqual([{ ended: true, error: null }]);
  });
}

const cleaning = (changes: Partial<CleaningDeps> = {}) =>
  clean(
    {
      config: { backupDir },
      databaseUrl: server.url,
      secretKey: TEST_SECRET_KEY,
      links: secretLinksOf(TEST_SECRET_KEY),
      rebuild,
      report: () => {},
      ...changes,
    },
    new AbortController().signal,
  );

const certificateOf = async (of: string) => {
  const answer = await staff.get(`/api/admin/${of}/erasure`);
  expect(answer.status, answer.text).toBe(200);
  return ErasureCertificate.strict().parse(answer.json);
};

/** Words and digits that nobody else has. Fewer digits would be found in some id now and then. */
const WORDS = [
  'Quaxolotl',
  'Zyrphwen',
  'vexmiral',
  '(925) 555-0184',
  '9255550184',
  'brindlewax',
  'oxquillet',
  'marzipone',
  'FENWICKLE',
];

/** Somebody with texts, mails, notes and an appointment to come, and an appointment of somebody else, to be deleted. */
async function givenPeople() {
  const customers = customersOf(salon, staff);
  const who = {
    customer_name: 'Quaxolotl Zyrphwen',
    customer_email: 'vexmiral@people.example',
    customer_phone: '(925) 555-0184',
  };
  const first = await salon.booked({ ...who, appointment_date: salon.freshDay(), notes: 'brindlewax' });
  expect((await change(staff, first.id, 'confirm')).status).toBe(200);
  const id = await customers.customerOf(first.id);
  const note = { visit_note: 'oxquillet 7.4' };
  expect((await staff.post(`/api/admin/bookings/${first.id}/visit-note`, note)).status).toBe(200);
  const { etag = '' } = await customers.read(id);
  const changed = await staff.patch(`/api/admin/customers/${id}`, { notes: 'marzipone' }, { ifMatch: etag });
  expect(changed.status, changed.text).toBe(200);
  for (const search of ['quaxolotl', '9255550184', 'vexmiral'])
    expect((await staff.get(`/api/admin/customers?search=${search}`)).text).toContain(id);
  const deleted = await salon.booked({ appointment_date: salon.freshDay(), notes: 'FENWICKLE' });
  // The messenger has come to all events, so no row is missing.
  await salon.idle();
  await eventually(async () => {
    const { rows } = await salon.database.pool.query(
      'select from sent where ended_at is null and look_at <= $1',
      [now],
    );
    expect(rows).toEqual([]);
  });
  return { id, first: first.id, deleted: deleted.id };
}

/** Asks for the erasures and waits until the keys are gone. */
async function erase({ id, deleted }: { id: string; deleted: string }): Promise<void> {
  expect((await staff.post(`/api/admin/customers/${id}/erase`)).status).toBe(200);
  expect((await staff.delete(`/api/admin/bookings/${deleted}`)).status).toBe(200);
  await eventually(async () => {
    for (const of of [`customers/${id}`, `bookings/${deleted}`])
      expect((await certificateOf(of)).status).toBe('shredded');
  });
  // What was shredded while a transaction is open, such as a read model's, is left to the next cleaning.
  await salon.idle();
}

const keysOf = async (streams: readonly string[]) => {
  const { rows } = await salon.database.pool.query<{ key: Buffer }>(
    'select key from sealing.sealing_keys where stream = any ($1) and key is not null',
    [streams],
  );
  return rows.map(({ key }) => key);
};

it('an erasure leaves no byte of the erased in tables, logs and backups, nor in the log of Postgres after a checkpoint', async () => {
  const people = await givenPeople();
  const keys = await keysOf([
    `customer-${people.id}`,
    `booking-${people.first}`,
    `booking-${people.deleted}`,
  ]);
  expect(keys).toHaveLength(3);
  const keysInHex = keys.map((key) => key.toString('hex'));
  await salon.database.pool.query('analyze');
  await backedUp(salon, join(backupDir, 'before'));
  const elsewhere = join(await givenFolder(), 'elsewhere');
  await backedUp(salon, elsewhere);
  expect(await foundIn(backupDir, keysInHex)).toHaveLength(3);

  await erase(people);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query('checkpoint');
  const before = await foundIn(dataDir.path, [...WORDS, ...keys]);
  // The search must find the rows, log records and samples that a deletion leaves behind.
  expect(before.filter((line) => line.startsWith('postgres/base'))).not.toEqual([]);
  expect(before.filter((line) => line.startsWith('postgres/pg_wal'))).not.toEqual([]);
  for (const word of WORDS)
    expect(
      before.some((line) => line.endsWith(word)),
      word,
    ).toBe(true);
  const { rows: statistics } = await owner.query<{ path: string }>(
    `select 'postgres/' || pg_relation_filepath(oid) as path from pg_class
     where oid in ('pg_statistic'::regclass, (select reltoastrelid from pg_class where oid = 'pg_statistic'::regclass))`,
  );

  expect(await certificateOf(`customers/${people.id}`)).toMatchObject({
    status: 'shredded',
    cleaned: null,
    open_backups: [{ folder: join(backupDir, 'before') }, { folder: elsewhere }],
  });
  const lines: string[] = [];
  await cleaning({ report: (line) => lines.push(line) });
  const certificate = await certificateOf(`customers/${people.id}`);
  expect(certificate).toMatchObject({
    kind: 'customer',
    ids: [people.id],
    status: 'cleaned',
    cleaned: { backups: 1 },
    erased: { customers: 1, appointments: 1, message_logs: 2 },
    kept: { appointments: 1, earned_cents: 0 },
    open_backups: [{ folder: elsewhere }],
    elsewhere: ['backup-copies', 'statistics', 'replicas', 'archives', 'snapshots'],
  });
  expect((await certificateOf(`bookings/${people.deleted}`)).status).toBe('cleaned');
  const printed = JSON.stringify(certificate);
  for (const word of WORDS) expect(printed).not.toContain(word);
  expect((await systemState()).cleaning).toMatchObject({ due_by: null, late: false });
  await backedUp(salon, join(backupDir, 'after'));

  const { dataDir: filesOfSalon, logged } = salon;
  const mails = await foundIn(filesOfSalon, WORDS);
  // Postgres does this by itself before the instant that the certificate names.
  expect(Date.parse(certificate.write_ahead_log?.held_until ?? '')).toBeGreaterThan(Date.now());
  await owner.query('checkpoint');
  await owner.end();
  await stop();
  const left = await foundIn(dataDir.path, [...WORDS, ...keys]);
  // The certificate names the statistics.
  expect(left.filter((line) => !statistics.some(({ path }) => line.startsWith(path)))).toEqual([]);
  expect(mails).toEqual([]);
  const log = [...logged, ...lines].join('\n');
  expect(log.length).toBeGreaterThan(10_000);
  expect(WORDS.filter((word) => log.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
  expect(await foundIn(backupDir, [...WORDS, ...keysInHex])).toEqual([]);
  expect(await foundIn(elsewhere, keysInHex)).toHaveLength(3);

  const installation = await emptyInstallation('Postgres');
  onTestFinished(() => installation.database.drop());
  await restored(join(backupDir, 'before'), installation);
  const { rows: there } = await installation.database.pool.query(
    'select from sealing.sealing_keys where stream = $1 and key is null and shredded_at is not null',
    [`customer-${people.id}`],
  );
  expect(there).toHaveLength(1);
});

it('an erasure is finished when it is repeated, wherever it was cut short', async () => {
  const people = await givenPeople();
  const keysInHex = (await keysOf([`customer-${people.id}`, `booking-${people.deleted}`])).map((key) =>
    key.toString('hex'),
  );
  await backedUp(salon, join(backupDir, 'before'));
  await erase(people);
  const steps: string[] = [];
  await cleaning({ report: (line) => steps.push(line) });
  const whole = await certificateOf(`customers/${people.id}`);
  expect(steps.length).toBeGreaterThan(4);

  const again = await givenPeople();
  await backedUp(salon, join(backupDir, 'again'));
  await erase(again);
  // All read models are built alike, so one of them is enough.
  for (const cut of steps.filter((line) => !/read model (?!customers)/.test(line))) {
    const report = (line: string) => {
      if (line === cut) throw new Error('killed');
    };
    await expect(cleaning({ report })).rejects.toThrow('killed');
    expect((await certificateOf(`customers/${again.id}`)).status).toBe('shredded');
    expect((await staff.get(`/api/admin/customers/${again.id}`)).status).toBe(404);
  }
  await cleaning();
  expect(await certificateOf(`customers/${again.id}`)).toEqual({
    ...whole,
    ids: [again.id],
    kept: expect.objectContaining({ appointments: 1 }),
    asked: expect.anything(),
    shredded_at: expect.any(String),
    due_by: expect.any(String),
    write_ahead_log: { held_until: expect.any(String) },
    cleaned: { at: expect.any(String), read_models: whole.cleaned?.read_models, backups: 2 },
  });
  await stop();
  expect(await foundIn(backupDir, keysInHex)).toEqual([]);
});
