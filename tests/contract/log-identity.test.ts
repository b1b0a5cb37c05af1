import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { assertSameLog, bindDatabaseToLog } from '../../src/adapters/event-log/log-identity.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { type EventStore, LOG_START, type RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { LOG_STREAM } from '../../src/eventsourcing/log-opened.ts';
import { hoursAdded, record } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('drop schema if exists read cascade');
  await database.migrate();
});

type Log = EventStore & Pick<EventLog, 'kind'>;
const newLog = (kind: EventLog['kind'] = 'Postgres', store = memoryEventStore()): Log => ({ ...store, kind });

const open = (log: Log) =>
  bindDatabaseToLog({
    pool: database.pool,
    log,
    process: 'start',
    now: () => new Date('2026-11-20T18:00:00Z'),
  });
const check = (log: Log) => assertSameLog({ pool: database.pool, log });

const remembered = async () => {
  const { rows } = await database.pool.query('select kind, log_id, unfinished from read.log');
  return rows;
};
const idIn = async (log: Log) => (await log.read(LOG_STREAM)).map(({ data }) => data.logId);

/** Neither the log nor the database has changed when the work was refused. */
async function expectRefused(work: (log: Log) => Promise<void>, log: Log, message: RegExp) {
  const before = [await log.head(), await remembered()];
  const error = await work(log).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toMatch(message);
  expect([await log.head(), await remembered()]).toEqual(before);
}

describe('the first start of a new salon', () => {
  it('gives the log an id as its first event, which the database remembers, and later starts leave both', async () => {
    const log = newLog();
    await open(log);
    const [logId] = await idIn(log);
    expect(await remembered()).toEqual([{ kind: 'Postgres', log_id: logId, unfinished: null }]);
    await open(log);
    await check(log);
    expect(await idIn(log)).toEqual([logId]);
    expect((await log.read(LOG_STREAM))[0]).toMatchObject({
      type: 'LogOpened',
      metadata: { actor: { kind: 'system', process: 'start' }, at: '2026-11-20T18:00:00.000Z' },
    });
  });

  it('ends in one id, however many processes start at once', async () => {
    const log = newLog();
    await Promise.all(Array.from({ length: 6 }, () => open(log)));
    const ids = await idIn(log);
    expect(ids).toHaveLength(1);
    expect(await remembered()).toEqual([{ kind: 'Postgres', log_id: ids[0], unfinished: null }]);
  });

  it('takes the id that the log has, when only the database is new', async () => {
    const log = newLog();
    await open(log);
    const ids = await idIn(log);
    await database.pool.query('delete from read.log');
    await open(log);
    expect(await idIn(log)).toEqual(ids);
    expect(await remembered()).toEqual([{ kind: 'Postgres', log_id: ids[0], unfinished: null }]);
  });
});

describe.each(['Postgres', 'EventStoreDB'] as const)('a log that no release made, in %s', (kind) => {
  const BY_NO_RELEASE =
    /^StartupError: No release of this program made this event log \((Postgres|EventStoreDB)\), so none can open it: name an empty one\. It is left as it was\.$/;

  it.each([
    [
      'a lower version of its id',
      ({ metadata, ...event }) => ({ ...event, metadata: { ...metadata, schemaVersion: 2 } }),
    ],
    [
      'an event of another program in the place of its id',
      (event) => ({ ...event, type: 'LineLogged', metadata: undefined as never }),
    ],
  ] satisfies [string, (event: RecordedEvent) => RecordedEvent][])('is refused by %s', async (_, changed) => {
    const log = newLog(kind);
    await open(log);
    const events = (await log.read(LOG_STREAM)).map(changed);
    await database.pool.query('delete from read.log');
    const other: Log = { ...log, read: async () => events };
    await expectRefused(open, other, BY_NO_RELEASE);
    await expectRefused(check, other, BY_NO_RELEASE);
  });

  it('is refused where it has events but no id', async () => {
    const log = newLog(kind);
    await record(log, [hoursAdded(2, 540, 1260)]);
    await expectRefused(open, log, BY_NO_RELEASE);
    await expectRefused(check, log, BY_NO_RELEASE);
  });
});

describe('a database whose log has an id', () => {
  it.each([
    ['another log', () => newLog()],
    ['the same events in a log of another kind', (log: Log) => newLog('EventStoreDB', log)],
  ])('is refused beside %s', async (_, otherOf) => {
    const log = newLog();
    await open(log);
    const other = otherOf(log);
    await expectRefused(check, other, /^StartupError: This database goes with another event log \(Postgres /);
    await expectRefused(
      open,
      other,
      /than the settings name \((Postgres|EventStoreDB)[^)]+\): see the runbook\.$/,
    );
  });
});

describe('the runbook, where the log is another one on purpose', () => {
  /** They belong to the installation, whatever its log; every other table is made from the log. */
  const KEPT = [
    'backups',
    'booking_codes',
    'cleanings',
    'picture_files',
    'pictures',
    'sending_keys',
    'source_salts',
    'usage_counts',
  ];

  it('empties every table that is made from the log, and the database then goes with the new one', async () => {
    await open(newLog());
    const runbook = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
    const statements = /```sql\n(drop schema read cascade;[^`]+)```/.exec(runbook)?.[1] ?? '';
    const { rows } = await database.pool.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
    );
    const named = rows.map(({ tablename }) => tablename).filter((name) => !KEPT.includes(name));
    expect(/truncate ([^;]+);/.exec(statements)?.[1]?.split(/,\s+/).sort()).toEqual(named.sort());
    await database.pool.query(statements);
    await database.migrate();
    await open(newLog('EventStoreDB'));
  });
});

it('commands check nothing, and write nothing, where no salon has been opened yet', async () => {
  const log = newLog();
  await check(log);
  expect(await log.head()).toBe(LOG_START);
  expect(await remembered()).toEqual([]);
});
