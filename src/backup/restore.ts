import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import { migrate, SERVICE_MIGRATIONS } from '../adapters/postgres/migrate.ts';
import { withTransaction } from '../adapters/postgres/pool.ts';
import { StartupError } from '../adapters/startup-error.ts';
import { LOG_START, type RecordedEvent } from '../eventsourcing/event-store.ts';
import type { CheckedBackup } from './check.ts';
import { copyEvents } from './copy-events.ts';
import { readLines } from './files.ts';
import type { Manifest, StoredEvent, StoredRow } from './format.ts';
import { noteBackup } from './known-backups.ts';
import { translation, withPositions } from './positions.ts';
import { createProgress, numberText } from './progress.ts';
import { KEPT_TABLES } from './tables.ts';

interface RestoreDeps {
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** Opens the log that the settings name. The caller closes it. */
  openLog(): Promise<EventLog>;
  /** Asks again for the erasures since the backup, in the name of `RESTORE`. */
  eraseAgain(log: EventLog): Promise<void>;
  report(line: string): void;
}

/** The process that the events of a restore name. Part of the ids of events, so it must never change. */
export const RESTORE = 'restore';
const isByRestore = ({ metadata }: RecordedEvent) => metadata.actor.process === RESTORE;

/** Names the restore in place of the log until everything is restored, so that no service starts. */
const unfinishedName = ({ logId, position }: Manifest) =>
  `unfinished restore of ${logId ?? 'a log'} up to ${position}`;

async function hasRows(pool: Pool, table: string): Promise<boolean> {
  const known = await pool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]);
  if (!known.rows[0]?.is) return false;
  return (await pool.query(`select from ${table} limit 1`)).rows.length > 0;
}

/**
 * @returns true when this backup's restore was begun here and cut short
 * @throws StartupError when there is anything else
 */
async function checkEmptyOrUnfinished(pool: Pool, manifest: Manifest): Promise<boolean> {
  const refuse = (what: string) =>
    new StartupError(`A backup is restored into an empty installation only, and ${what}.`);
  for (const { name } of KEPT_TABLES)
    if (await hasRows(pool, name)) throw refuse(`the table ${name} of this one has rows`);
  if (await hasRows(pool, 'public.migrations')) {
    const { rows } = await pool.query<{ name: string }>('select name from public.migrations');
    if (rows.some(({ name }) => !manifest.migrations.includes(name)))
      throw refuse('the tables of this one are of a newer version of the program than the backup');
  }
  if (!(await hasRows(pool, 'read.log'))) return false;
  const { rows } = await pool.query<{ unfinished: string | null }>('select unfinished from read.log');
  if (rows[0]?.unfinished !== unfinishedName(manifest))
    throw refuse('this one already goes with an event log');
  return true;
}

async function insert(client: PoolClient, table: string, rows: readonly StoredRow['row'][]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => client.escapeIdentifier(column));
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

async function* eventsOf({ folder, manifest }: CheckedBackup) {
  for await (const events of readLines<StoredEvent>(folder, manifest, 'log'))
    yield events.map((event) => ({ ...event, revision: BigInt(event.revision) }));
}

/**
 * Brings an installation back from a backup. First the events get new positions in their old order, then, in one transaction, everything
 * else comes in. If it is cut short, no service starts until it is repeated, and then it goes on.
 *
 * Messages are paused: those asked for before the backup may have been sent since. Everybody has to sign in again.
 *
 * @throws StartupError when the installation isn't empty; nothing is written then
 */
export async function restore(deps: RestoreDeps, backup: CheckedBackup): Promise<void> {
  const { pool, databaseUrl, report } = deps;
  const { folder, manifest, lastEvents, withRewrappedKey, keepFormerKeys } = backup;
  const isUnfinished = await checkEmptyOrUnfinished(pool, manifest);
  const log = await deps.openLog();
  if (!isUnfinished && (await log.head()) !== LOG_START)
    throw new StartupError(
      'A backup is restored into an empty installation only, and this event log has events.',
    );

  await migrate(
    databaseUrl,
    SERVICE_MIGRATIONS.map((set) => (set.schema === 'public' ? { ...set, only: manifest.migrations } : set)),
  );
  await pool.query('insert into read.log (unfinished) values ($1) on conflict do nothing', [
    unfinishedName(manifest),
  ]);

  report('Restoring events…');
  const progress = createProgress(`of ${numberText(manifest.files.log.lines)} events restored`, report);
  await copyEvents(eventsOf(backup), log, { mayFollow: isByRestore, copied: progress.add });
  await deps.eraseAgain(log);

  report('Restoring tables…');
  const change = await translation(lastEvents, log);
  await withTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    for (const file of ['state', 'keys'] as const) {
      for await (const batch of readLines<StoredRow>(folder, manifest, file)) {
        for (const [table, rows] of Map.groupBy(batch, (row) => row.table)) {
          await insert(
            client,
            table,
            rows.map((row) => withPositions(withRewrappedKey(row), change)),
          );
        }
      }
    }
    await keepFormerKeys(client);
    // The first start sees that the database was elsewhere before, pauses once more and says so in its log.
    await client.query("update sending set paused = true, why = 'copied', home = 'restored'");
    await client.query('delete from read.log');
    if (manifest.logId !== null)
      await client.query('insert into read.log (kind, log_id) values ($1, $2)', [log.kind, manifest.logId]);
  });
  await migrate(databaseUrl, SERVICE_MIGRATIONS);
  await noteBackup(pool, folder, manifest.takenAt);
}
