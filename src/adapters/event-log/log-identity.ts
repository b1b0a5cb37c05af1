import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { deadlineIn } from '../../eventsourcing/async/deadline.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { LOG_STREAM, logEventTypes } from '../../eventsourcing/log-opened.ts';
import { newEvent } from '../../eventsourcing/new-event.ts';
import { processContext } from '../../eventsourcing/processes/process-context.ts';
import { retryingConflicts } from '../../eventsourcing/streams/retrying-conflicts.ts';
import { StartupError } from '../startup-error.ts';
import type { EventLog } from './event-log.ts';

/**
 * Rows and checkpoints in a database belong to one event log. Used with another log they would silently be wrong, and some
 * readers would wait for a position that never comes. So the database stores the log's id, which the log has in a stream
 * of its own, and the log's kind, since positions of one kind mean nothing to the other.
 */
interface LogIdentityDeps {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'kind' | 'read'>;
  /** The stream by which the first release identified a log: by the time of the stream's first event. */
  readonly firstStream: string;
}

interface OpenerDeps {
  readonly log: Pick<EventLog, 'append' | 'read'>;
  /** Names who gives the log its id, in the event. */
  readonly process: string;
  now(): Date;
}

interface StoredIdentity {
  readonly kind: EventLog['kind'] | null;
  readonly log_id: string | null;
  /** Set by the first release. */
  readonly identity: string | null;
}

/** Long enough for the log to come back, since a start waits a minute for it, and for another process's append to be readable. */
const BIND_DEADLINE_MS = 120_000;

const STORE_IDENTITY = `
  insert into read.log as known (kind, log_id) values ($1, $2)
  on conflict (only_one) do update set kind = excluded.kind, log_id = excluded.log_id where known.log_id is null`;

/**
 * Compares the database with the log and writes nothing. A database without an identity fits any log.
 *
 * @throws StartupError in one line when the database belongs to another log, or to this one before it was emptied
 */
export async function assertSameLog(deps: LogIdentityDeps): Promise<void> {
  await sameLog(deps);
}

/**
 * Compares the database with the log, gives the log an id if it has none, and notes the id in the database. When several
 * processes do so at once, one of them appends the event and the others use its id.
 *
 * @throws StartupError as `assertSameLog` does, before anything is written
 * @throws StoreUnavailable
 */
export async function bindDatabaseToLog(deps: LogIdentityDeps & OpenerDeps): Promise<void> {
  const { pool, log } = deps;
  const { logId, stored } = await sameLog(deps);
  // A log that was restored from a backup older than its id gets the same id again.
  const opened = logId ?? (await appendLogId(deps, stored?.log_id ?? randomUUID()));
  await pool.query(STORE_IDENTITY, [log.kind, opened]);
  // Another process may have stored another log's identity meanwhile.
  await sameLog(deps);
}

async function sameLog({ pool, log, firstStream }: LogIdentityDeps) {
  // The database first: an id that is stored there is in the log already, even if another process has just done both.
  const { rows } = await pool.query<StoredIdentity>('select kind, log_id, identity from read.log');
  const [stored] = rows;
  const logId = await readLogId(log);
  if (!stored) return { logId, stored };
  const [first] = await log.read(firstStream);
  const oldIdentity = first && `${log.kind} since ${first.metadata.at}`;
  // The first release's identity counts only where there are no two ids to compare.
  const isSame =
    stored.log_id !== null && (logId !== undefined || stored.identity === null)
      ? stored.log_id === logId && stored.kind === log.kind
      : stored.identity === oldIdentity;
  if (!isSame) {
    const known = stored.log_id ? `${stored.kind} ${stored.log_id}` : stored.identity;
    const found = logId ? `${log.kind} ${logId}` : (oldIdentity ?? `${log.kind}, empty`);
    throw new StartupError(
      `This database goes with another event log (${known}) than the settings name (${found}): see the runbook.`,
    );
  }
  return { logId, stored };
}

async function readLogId(log: Pick<EventLog, 'read'>): Promise<string | undefined> {
  const [opened] = await log.read(LOG_STREAM);
  return opened && logEventTypes.LogOpened.data.parse(upcast(opened, logEventTypes).data).logId;
}

/** @returns the id that the log has now, which may be another process's */
async function appendLogId({ log, process, now }: OpenerDeps, logId: string): Promise<string> {
  const opened = newEvent({
    stream: LOG_STREAM,
    event: { type: 'LogOpened', data: { logId } },
    types: logEventTypes,
    context: processContext(process, [LOG_STREAM, logId]),
    at: now(),
  });
  // After a conflict the other process's event may not be readable yet: EventStoreDB replicates it first.
  return retryingConflicts({ deadline: deadlineIn(BIND_DEADLINE_MS) }, async () => {
    const existing = await readLogId(log);
    if (existing !== undefined) return existing;
    await log.append(LOG_STREAM, 'no-stream', [opened]);
    return logId;
  });
}
