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
 * The rows and checkpoints in a database belong to one event log. With another log they would be wrong without anybody
 * noticing, and some readers would wait for a position that never comes. So the database stores the id of its log, which the
 * log has in a stream of its own. It also stores the log's kind, since positions of one kind mean nothing in the other.
 */
interface LogIdentityDeps {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'kind' | 'read'>;
  /** The first release identified a log by the time of the first event in this stream. */
  readonly firstStream: string;
}

interface OpenerDeps {
  readonly log: Pick<EventLog, 'append' | 'read'>;
  /** The event that gives the log its id names this process. */
  readonly process: string;
  now(): Date;
}

interface StoredIdentity {
  readonly kind: EventLog['kind'] | null;
  readonly log_id: string | null;
  /** Set by the first release. */
  readonly identity: string | null;
}

/** Long enough for the log to come back (a start waits a minute for it) and for another process's append to become readable. */
const BIND_DEADLINE_MS = 120_000;

const STORE_IDENTITY = `
  insert into read.log as known (kind, log_id) values ($1, $2)
  on conflict (only_one) do update set kind = excluded.kind, log_id = excluded.log_id where known.log_id is null`;

/**
 * Compares the database with the log and writes nothing. A database without an identity fits any log.
 *
 * @throws StartupError with a message of one line when the database belongs to another log, or to this log before it was emptied
 */
export async function assertSameLog(deps: LogIdentityDeps): Promise<void> {
  await sameLog(deps);
}

/**
 * Compares the database with the log, gives the log an id if it has none, and notes the id in the database. When several
 * processes do so at once, one of them appends the event and the others use its id.
 *
 * @throws StartupError when `assertSameLog` does; nothing is written then
 * @throws StoreUnavailable
 */
export async function bindDatabaseToLog(deps: LogIdentityDeps & OpenerDeps): Promise<void> {
  const { pool, log } = deps;
  const { logId, stored } = await sameLog(deps);
  // If the log was restored from a backup made before it had an id, it gets the id that the database knows.
  const opened = logId ?? (await appendLogId(deps, stored?.log_id ?? randomUUID()));
  await pool.query(STORE_IDENTITY, [log.kind, opened]);
  // Another process may have stored another log's identity meanwhile.
  await sameLog(deps);
}

async function sameLog({ pool, log, firstStream }: LogIdentityDeps) {
  // The database is read first. An id that is stored there is also in the log, even if another process has written both just now.
  const { rows } = await pool.query<StoredIdentity>('select kind, log_id, identity from read.log');
  const [stored] = rows;
  const logId = await readLogId(log);
  if (!stored) return { logId, stored };
  const [first] = await log.read(firstStream);
  const oldIdentity = first && `${log.kind} since ${first.metadata.at}`;
  // The identity that the first release stored is compared only if the log or the database has no id.
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

/** @returns the id that the log has now; another process may have given it */
async function appendLogId({ log, process, now }: OpenerDeps, logId: string): Promise<string> {
  const opened = newEvent({
    stream: LOG_STREAM,
    event: { type: 'LogOpened', data: { logId } },
    types: logEventTypes,
    context: processContext(process, [LOG_STREAM, logId]),
    at: now(),
  });
  // After a conflict, the other process's event may not be readable yet, because EventStoreDB replicates it first.
  return retryingConflicts({ deadline: deadlineIn(BIND_DEADLINE_MS) }, async () => {
    const existing = await readLogId(log);
    if (existing !== undefined) return existing;
    await log.append(LOG_STREAM, 'no-stream', [opened]);
    return logId;
  });
}
