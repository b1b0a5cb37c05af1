import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { assertSameLog, bindDatabaseToLog } from '../../src/adapters/event-log/log-identity.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { type EventStore, LOG_START } from '../../src/eventsourcing/event-store.ts';
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
    firstStream: 'hours',
    process: 'start',
    now: () => new Date('2026-11-20T18:00:00Z'),
  });
const check = (log: Log) => assertSameLog({ pool: database.pool, log, firstStream: 'hours' });

const remembered = async () => {
  const { rows } = await database.pool.query('select kind, log_id, identity from read.log');
  return rows;
};
const idIn = async (log: Log) => (await log.read(LOG_STREAM)).map(({ data }) => data.logId);

/** A log of the first release, and what that release remembered of it. */
async function firstRelease(kind: EventLog['kind'] = 'Postgres') {
  const log = newLog(kind);
  await record(log, [hoursAdded(2, 540, 1260)]);
  const [first] = await log.read('hours');
  const identity = `${kind} since ${first?.metadata.at}`;
  await database.pool.query('insert into read.log (identity) values ($1)', [identity]);
  return { log, identity };
}

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
    expect(await remembered()).toEqual([{ kind: 'Postgres', log_id: logId, identity: null }]);
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
    expect(await remembered()).toEqual([{ kind: 'Postgres', log_id: ids[0], identity: null }]);
  });

  it('takes the id that the log has, when only the database is new', async () => {
    const log = newLog();
    await open(log);
    const ids = await idIn(log);
    await database.pool.query('delete from read.log');
    await open(log);
    expect(await idIn(log)).toEqual(ids);
    expect(await remembered()).toEqual([{ kind: 'Postgres', log_id: ids[0], identity: null }]);
  });
});

describe.each(['Postgres', 'EventStoreDB'] as const)('a database of the first release, log in %s', (kind) => {
  it('is known once by when its hours began, and then by the id of its log', async () => {
    const { log, identity } = await firstRelease(kind);
    await Promise.all([open(log), open(log)]);
    const [logId, ...more] = await idIn(log);
    expect(more).toEqual([]);
    expect(await remembered()).toEqual([{ kind, log_id: logId, identity }]);
    await open(log);
    const copy = newLog(kind);
    await record(copy, [hoursAdded(2, 540, 1260)]);
    await open(newLog(kind, log));
    await database.pool.query('update read.log set log_id = $1', [randomUUID()]);
    await expectRefused(open, log, /goes with another event log/);
  });

  it('is checked by the same rule by commands, which write nothing', async () => {
    const { log } = await firstRelease(kind);
    const before = [await log.head(), await remembered()];
    await check(log);
    expect([await log.head(), await remembered()]).toEqual(before);
    await expectRefused(check, newLog(kind), new RegExp(`\\(${kind} since .+\\(${kind}, empty\\)`));
  });

  it('is refused beside another log', async () => {
    await firstRelease(kind);
    const other = newLog(kind);
    await record(other, [{ ...hoursAdded(2, 540, 1260), at: '2027-01-01T00:00:00.000Z' }]);
    await expectRefused(open, newLog(kind), /goes with another event log/);
    await expectRefused(open, newLog(kind === 'Postgres' ? 'EventStoreDB' : 'Postgres'), /another event log/);
  });

  it('knows its log again after the log was restored from a backup older than its id', async () => {
    const { log } = await firstRelease(kind);
    await open(log);
    const ids = await idIn(log);
    const restored = newLog(kind);
    await record(restored, [hoursAdded(2, 540, 1260)]);
    await check(restored);
    await open(restored);
    expect(await idIn(restored)).toEqual(ids);
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
    'usage_limits',
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
