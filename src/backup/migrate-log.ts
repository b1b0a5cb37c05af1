import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import { ADVISORY_LOCKS } from '../adapters/postgres/advisory-locks.ts';
import { withTransaction } from '../adapters/postgres/pool.ts';
import { StartupError } from '../adapters/startup-error.ts';
import type { RecordedEvent } from '../eventsourcing/event-store.ts';
import { copyEvents } from './copy-events.ts';
import type { StoredRow } from './format.ts';
import { createLastEventFinder, positionsIn, translation, withPositions } from './positions.ts';
import { createProgress } from './progress.ts';
import { eventsUpToHead, storedEvent } from './read-log.ts';
import { KEPT_TABLES, type KeptTable, PROCESSES_THAT_FOLD_AGAIN, TABLES_FOLDED_AGAIN } from './tables.ts';

interface MigrateDeps {
  readonly pool: Pool;
  /** The log that the database goes with. */
  readonly from: EventLog;
  /** One that is empty, or holds the first events from a migration that was cut short. */
  readonly to: EventLog;
  report(line: string): void;
}

interface MigratedLog {
  readonly events: number;
  /** SHA-256 of all events in order: streams, revisions, ids, types, data and metadata. */
  readonly hash: string;
}

async function hashOf(log: EventLog): Promise<MigratedLog> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const events of eventsUpToHead(log)) {
    count += events.length;
    for (const event of events) {
      const { position: _, ...facts } = storedEvent(event);
      hash.update(`${JSON.stringify(facts)}\n`);
    }
  }
  return { events: count, hash: hash.digest('hex') };
}

const MOVING = KEPT_TABLES.filter(({ positions }) => positions.length > 0);

async function movingRows(client: PoolClient, { name: table, where = 'true' }: KeptTable) {
  const { rows } = await client.query<{ at: string; row: StoredRow['row'] }>(
    `select ctid::text as at, row_to_json(t) as row from ${table} t where ${where}`,
  );
  return rows.map(({ at, row }) => ({ at, stored: { table, row } }));
}

/** Translates stored positions into those of the other log. Read models are made again, and the registrar and the importer fold the log again. */
async function switchOver(client: PoolClient, kind: EventLog['kind'], change: (position: string) => string) {
  for (const table of MOVING) {
    const { name, positions } = table;
    const columns = positions.map((path) => path.split('.', 1)[0] ?? path);
    const set = columns.map((column) => `${column} = changed.${column}`);
    for (const { at, stored } of await movingRows(client, table)) {
      await client.query(
        `update ${name} t set ${set} from json_populate_record(null::${name}, $1) changed where t.ctid = $2::tid`,
        [JSON.stringify(withPositions(stored, change)), at],
      );
    }
  }
  await client.query(`delete from process_checkpoints where process in ${PROCESSES_THAT_FOLD_AGAIN}`);
  await client.query(`truncate ${TABLES_FOLDED_AGAIN}`);
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'read' and tablename not in ('log', 'models', 'migrations')",
  );
  for (const { name } of rows) await client.query(`drop table read.${client.escapeIdentifier(name)}`);
  await client.query('delete from read.models');
  await client.query('update read.log set kind = $1', [kind]);
}

/**
 * Moves the log of an installation into another store while no service runs. Until the last step, which is one transaction, the
 * installation works on with the log that it has; copied events stay, and a repetition goes on after them.
 *
 * @throws StartupError when a service runs, the other log holds something else, or both differ in the end
 */
export async function migrateLog({ pool, from, to, report }: MigrateDeps): Promise<MigratedLog> {
  return withTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    // A projector that starts meanwhile waits. An append by a process without one shows in the comparison.
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      ADVISORY_LOCKS.projector,
    ]);
    if (!lock.rows[0]?.mine)
      throw new StartupError('A service runs on this database: stop all of its processes first.');

    // Nothing is written until the end: an open transaction that has written would hold back the events that are copied into Postgres.
    const positions = new Set<string>();
    for (const table of MOVING)
      for (const { stored } of await movingRows(client, table))
        for (const position of positionsIn(stored)) positions.add(position);

    const finder = createLastEventFinder(positions);
    const progress = createProgress('events copied', report);
    async function* passed(): AsyncGenerator<readonly RecordedEvent[]> {
      for await (const events of eventsUpToHead(from)) {
        for (const event of events) finder.pass(storedEvent(event));
        yield events;
      }
    }
    await copyEvents(passed(), to, { copied: progress.add });
    report('Comparing both logs…');
    const [before, after] = [await hashOf(from), await hashOf(to)];
    if (before.hash !== after.hash)
      throw new StartupError(
        'The logs differ: somebody wrote to one of them meanwhile. Nothing was switched.',
      );
    await switchOver(client, to.kind, await translation(finder.end(), to));
    return after;
  });
}
