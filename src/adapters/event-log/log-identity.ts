import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { deadlineIn } from '../../eventsourcing/async/deadline.ts';
import { type KnownEvent, LOG_START, WrongLog } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { FIRST_RELEASED, LOG_STREAM, logEventTypes } from '../../eventsourcing/log-opened.ts';
import { newEvent } from '../../eventsourcing/new-event.ts';
import { processContext } from '../../eventsourcing/processes/process-context.ts';
import { retryingConflicts } from '../../eventsourcing/streams/retrying-conflicts.ts';
import { storeError } from '../postgres/outage.ts';
import type { Queryable } from '../postgres/pool.ts';
import { StartupError } from '../startup-error.ts';
import type { EventLog } from './event-log.ts';

/**
 * The rows and checkpoints in a database belong to one event log. With another log they would be wrong without anybody
 * noticing, and some readers would wait for a position that never comes. So the database stores the id of its log, which the
 * log has in a stream of its own. It also stores the log's kind, since positions of one kind mean nothing in the other.
 *
 * An older copy of a log has the same id. So each checkpoint also keeps the last event before it, and the log must still have that event.
 */
export interface LogIdentityDeps {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'kind' | 'read' | 'head'>;
}

interface OpenerDeps {
  readonly log: Pick<EventLog, 'kind' | 'append' | 'read' | 'head'>;
  /** The event that gives the log its id names this process. */
  readonly process: string;
  now(): Date;
}

interface StoredIdentity {
  readonly kind: EventLog['kind'] | null;
  readonly log_id: string | null;
  /** Names a restore that was cut short. No log goes with it. */
  readonly unfinished: string | null;
  /** Another one each time that somebody accepts the log as it is (`npm run replay`). */
  readonly accepted: string;
}

/** Long enough for the log to come back (a start waits a minute for it) and for another process's append to become readable. */
const BIND_DEADLINE_MS = 120_000;

const STORE_IDENTITY = `
  insert into read.log as known (kind, log_id) values ($1, $2)
  on conflict (only_one) do update set kind = excluded.kind, log_id = excluded.log_id where known.log_id is null`;

/** The events that the log must have: those that checkpoints follow, and one that a process has seen and missed since. */
const EVENTS_SEEN = `
  select last_event as event from read.models where last_event is not null
  union select last_event from process_checkpoints where last_event is not null
  union select last_event from webhooks where last_event is not null
  union select missed from read.log where missed is not null`;

/**
 * Compares the database with the log and writes nothing. A database without an identity fits any log.
 *
 * @throws StartupError with a message of one line when the database belongs to another log, or the log has lost events
 */
export async function assertSameLog(deps: LogIdentityDeps): Promise<void> {
  const { why } = await compareWithLog(deps);
  if (why !== null) throw new StartupError(why);
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
  const { why, logId } = await compareWithLog(deps).catch((error: unknown) => {
    throw error instanceof WrongLog ? new StartupError(error.message) : error;
  });
  if (why !== null) throw new StartupError(why);
  const opened = logId ?? (await appendLogId(deps, randomUUID()));
  await pool.query(STORE_IDENTITY, [log.kind, opened]);
  // Another process may have stored another log's identity meanwhile.
  await assertSameLog(deps);
}

/** The id of the log that a database goes with; null where no service has started yet. */
export async function storedLogId(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ log_id: string | null }>('select log_id from read.log');
  return rows[0]?.log_id ?? null;
}

/** Compares the database with the log. `why` is null if they go together, or a line that tells people why they don't. */
export async function compareWithLog({ pool, log }: LogIdentityDeps) {
  // The database is read first. An id that is stored there is also in the log, even if another process has written both just now.
  const { rows } = await pool.query<StoredIdentity>(
    'select kind, log_id, unfinished, accepted from read.log',
  );
  const [stored] = rows;
  const seen = stored ? await pool.query<{ event: KnownEvent }>(EVENTS_SEEN) : { rows: [] };
  const logId = await readLogId(log);
  if (!stored) return { why: null, logId, stored };
  const found = logId ? `${log.kind} ${logId}` : `${log.kind}, empty`;
  if (stored.log_id !== logId || stored.kind !== log.kind) {
    const known = stored.unfinished ?? `${stored.kind} ${stored.log_id}`;
    const why = `This database goes with another event log (${known}) than the settings name (${found}): see the runbook.`;
    return { why, logId, stored };
  }
  const lost = await firstLost(
    log,
    seen.rows.map(({ event }) => event),
  );
  return { why: lost ? whyLost(found, lost) : null, logId, stored };
}

const whyLost = (log: string, { stream, revision }: KnownEvent) =>
  `The event log (${log}) lacks events that this database has seen, such as ${stream}@${revision}: it is an older copy. See the runbook.`;

/** The first of these events that the log doesn't have at its position any more. */
async function firstLost(
  log: Pick<EventLog, 'read'>,
  events: readonly KnownEvent[],
): Promise<KnownEvent | undefined> {
  const isThere = await Promise.all(
    events.map(async ({ id, stream, revision, position }) => {
      const [found] = await log.read(stream, BigInt(revision));
      return found?.id === id && found.position === position;
    }),
  );
  return events.find((_, index) => !isThere[index]);
}

/**
 * The condition holds while the log has not been accepted as it is: then this process has to start again, and the event that it missed
 * doesn't count.
 */
const STORE_MISSED = 'update read.log set missed = $1 where missed is null and accepted = $2';

/**
 * Makes the check of a process that runs. Besides what the database knows, it knows the last event that this process has seen. If that is
 * missing, the database learns of it, so that every process refuses this log, also after a start.
 */
export function createLogCheck(deps: LogIdentityDeps) {
  const { pool, log } = deps;
  let accepted: string | undefined;
  /**
   * @param last the last event that this process has seen
   * @throws StoreUnavailable
   */
  return async (last: KnownEvent | undefined): Promise<LogVerdict> => {
    const { why, logId, stored } = await compareWithLog(deps).catch((error: unknown) => {
      throw storeError(error);
    });
    const isAccepted = accepted !== undefined && stored?.accepted !== accepted;
    accepted ??= stored?.accepted;
    if (why !== null || isAccepted) return { why: why ?? START_AGAIN, isAccepted: why === null };
    const lost = last && (await firstLost(log, [last]));
    if (!lost) return { why: null, isAccepted };
    await pool.query(STORE_MISSED, [lost, accepted]);
    return { why: whyLost(`${log.kind} ${logId}`, lost), isAccepted };
  };
}

const START_AGAIN = 'The event log was accepted as it is now, so this process has to start again.';

/** The result of a check. */
export interface LogVerdict {
  /** A line that tells people why nothing may be appended; null if the log is the right one. */
  readonly why: string | null;
  /** True if somebody has accepted the log as it is, so that what this process has in memory may be of events that are lost. */
  readonly isAccepted: boolean;
}

/** The log's id; undefined if the log is empty. @throws StartupError when no release made the log */
export async function readLogId(log: Pick<EventLog, 'kind' | 'read' | 'head'>): Promise<string | undefined> {
  const id = await readOpened(log);
  if (id !== undefined || (await log.head()) === LOG_START) return id;
  // Another process may have opened the log meanwhile.
  const opened = await readOpened(log);
  if (opened === undefined) throw madeByNoRelease(log);
  return opened;
}

async function readOpened(log: Pick<EventLog, 'kind' | 'read'>): Promise<string | undefined> {
  const [opened] = await log.read(LOG_STREAM);
  // Events of another program may have no metadata.
  if (opened && (opened.type !== 'LogOpened' || opened.metadata.schemaVersion < FIRST_RELEASED))
    throw madeByNoRelease(log);
  return opened && logEventTypes.LogOpened.data.parse(upcast(opened, logEventTypes).data).logId;
}

const madeByNoRelease = ({ kind }: Pick<EventLog, 'kind'>) =>
  new StartupError(
    `No release of this program made this event log (${kind}), so none can open it: name an empty one. It is left as it was.`,
  );

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
    const existing = await readOpened(log);
    if (existing !== undefined) return existing;
    await log.append(LOG_STREAM, 'no-stream', [opened]);
    return logId;
  });
}
