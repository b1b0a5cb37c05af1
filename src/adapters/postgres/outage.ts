import pg from 'pg';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { errorCode } from '../startup-error.ts';

/**
 * SQLSTATE classes of errors of a server that can't answer just now: connection, transaction state, rollback, resources,
 * object state, operator intervention (which includes time-outs), system errors and internal errors.
 */
const TRANSIENT = /^(08|25|40|53|55|57|58|XX)/;
/** Messages of `pg` for a connection or a pool that is gone; these errors have no code. */
const CONNECTION_GONE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client (was closed|has enc)|Cannot use a pool)/;
/** Codes of network errors: `ECONNREFUSED`, `EPIPE`, … */
const NETWORK = /^E[A-Z_]+$/;

/** True when a statement names a table that doesn't exist, such as one that another process hasn't created yet. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42P01';

/** True when a connection or pool is gone. */
export const isConnectionGone = (error: Error): boolean => CONNECTION_GONE.test(error.message);

/** True when a connection gave no answer to a statement, so that it won't answer the next one either. */
export const isConnectionLost = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof pg.DatabaseError) && isConnectionGone(error);

/** Codes and messages of a disk without room: of Postgres, which has no code for a quota, and of Node's calls. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;
const SAYS_DISK_FULL = /No space left on device|Disk quota exceeded/;
/** Postgres reports a disk that was mounted for reading only as a lack of rights. */
const SAYS_READ_ONLY = /Read-only file system/;

/** True when a failure means that a disk has no room, the one of Postgres or that of this process. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (DISK_FULL.test(errorCode(error) ?? '') || SAYS_DISK_FULL.test(error.message));

/** True when a server answers with an error that may pass. pg-boss passes such errors on as objects of another class. */
export const isServersOutage = (error: Error): boolean =>
  TRANSIENT.test(errorCode(error) ?? '') || SAYS_READ_ONLY.test(error.message);

/** True when a failure only means that Postgres can't be reached or is too slow, so that the same statement may succeed later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return isServersOutage(error);
  if (!(error instanceof Error)) return false;
  // Node throws an AggregateError when a host name has several addresses and none of them could be connected to.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return NETWORK.test(errorCode(error) ?? '') || isConnectionGone(error);
}

/** The error that a port throws for a failed query: `StoreUnavailable` when Postgres can't answer now, else the error itself. */
export function storeError(error: unknown): unknown {
  if (!isOutage(error)) return error;
  const what = isDiskFull(error)
    ? "the disk of the event log's database is full"
    : "the event log's database can't be reached";
  return new StoreUnavailable(what, { cause: error });
}

/** `character_not_in_repertoire` and `untranslatable_character`: errors for a NUL, which Postgres can't store in a text. */
const UNSTORABLE: readonly unknown[] = ['22021', '22P05'];

/** Whether Postgres has refused a text because no column can hold it. That is the client's fault. */
export const isUnstorableText = (error: Error & { code?: unknown }): boolean =>
  UNSTORABLE.includes(error.code);
