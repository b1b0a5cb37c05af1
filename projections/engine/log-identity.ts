import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { deadlineIn, retryingConflicts } from '../../src/eventsourcing/deadline.ts';
import { upcast } from '../../src/eventsourcing/event-types.ts';
import { LOG_STREAM, logEventTypes } from '../../src/eventsourcing/log-opened.ts';

/**
 * Rows and checkpoints in a database hold for one event log only: beside another one they would be wrong without a
 * sign, and some readers would wait for a position that never comes. So the database remembers the id that its log
 * carries in its own stream, and the log's kind, on which positions depend.
 */
export interface LogIdentityDeps {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'kind' | 'read'>;
  /** By when its first event was recorded the first release told logs apart. */
  readonly firstStream: string;
}

interface Remembered {
  readonly kind: EventLog['kind'] | null;
  readonly log_id: string | null;
  /** Of a database that the first release has used. */
  readonly identity: string | null;
}

/** For another process's id to become readable. A start waits a minute for a log that is away. */
const OPEN_DEADLINE_MS = 120_000;

const REMEMBER = `
  insert into read.log as known (kind, log_id) values ($1, $2)
  on conflict (only_one) do update set kind = excluded.kind, log_id = excluded.log_id where known.log_id is null`;

/**
 * Compares the database with the log and writes nothing. A database that no log was opened with goes with any.
 *
 * @throws StartupError in one line when the database goes with another log, or with this one before it was emptied
 */
export async function assertSameLog(deps: LogIdentityDeps): Promise<void> {
  await sameLog(deps);
}

/**
 * Compares the database with the log, and gives a log that has no id yet one. Of processes that do so at once, one
 * appends the event and the others take its id.
 *
 * @throws StartupError as `assertSameLog` does, before anything is written
 * @throws StoreUnavailable
 */
export async function openLog(
  deps: LogIdentityDeps & { readonly log: Pick<EventLog, 'append'>; now(): Date },
): Promise<void> {
  const { pool, log, now } = deps;
  const { logId, remembered } = await sameLog(deps);
  // A log restored from a backup that is older than its id gets the same one again.
  const opened = logId ?? (await appendLogId(log, remembered?.log_id ?? randomUUID(), now));
  await pool.query(REMEMBER, [log.kind, opened]);
  // Another process may have opened the database with another log meanwhile.
  await sameLog(deps);
}

async function sameLog({ pool, log, firstStream }: LogIdentityDeps) {
  // The database first: an id that it remembers is in the log by then, whoever has just opened both.
  const { rows } = await pool.query<Remembered>('select kind, log_id, identity from read.log');
  const [remembered] = rows;
  const logId = await readLogId(log);
  if (!remembered) return { logId, remembered };
  const [first] = await log.read(firstStream);
  const oldIdentity = first && `${log.kind} since ${first.metadata.at}`;
  // The old rule only where there is no id to compare: not in the database, or not in the log.
  const isSame =
    remembered.log_id !== null && (logId !== undefined || remembered.identity === null)
      ? remembered.log_id === logId && remembered.kind === log.kind
      : remembered.identity === oldIdentity;
  if (!isSame) {
    const known = remembered.log_id ? `${remembered.kind} ${remembered.log_id}` : remembered.identity;
    const found = logId ? `${log.kind} ${logId}` : (oldIdentity ?? `${log.kind}, empty`);
    throw new StartupError(
      `This database goes with another event log (${known}) than the settings name (${found}): see the runbook.`,
    );
  }
  return { logId, remembered };
}

async function readLogId(log: Pick<EventLog, 'read'>): Promise<string | undefined> {
  const [opened] = await log.read(LOG_STREAM);
  return opened && logEventTypes.LogOpened.data.parse(upcast(opened, logEventTypes).data).logId;
}

/** @returns the id that the log has then, which may be another process's */
async function appendLogId(
  log: Pick<EventLog, 'append' | 'read'>,
  logId: string,
  now: () => Date,
): Promise<string> {
  const id = randomUUID();
  const metadata = {
    commandId: id,
    requestHash: 'open-log',
    correlationId: id,
    causationId: id,
    actor: { kind: 'system', process: 'start' },
    at: now().toISOString(),
    schemaVersion: logEventTypes.LogOpened.schemaVersion,
  } as const;
  // EventStoreDB refuses the second of two appends before anybody can read the first, which isn't replicated yet.
  return retryingConflicts({ deadline: deadlineIn(OPEN_DEADLINE_MS) }, async () => {
    const existing = await readLogId(log);
    if (existing !== undefined) return existing;
    await log.append(LOG_STREAM, 'no-stream', [{ id, type: 'LogOpened', data: { logId }, metadata }]);
    return logId;
  });
}
