import pg from 'pg';

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

/** True when a connection gave no answer to a statement, so that it won't answer the next one either. */
export const isConnectionLost = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof pg.DatabaseError) && CONNECTION_GONE.test(error.message);

/** True when a failure only means that Postgres can't be reached or is too slow, so that the same statement may succeed later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TRANSIENT.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // Node throws an AggregateError when a host name has several addresses and none of them could be connected to.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return NETWORK.test(code) || CONNECTION_GONE.test(error.message);
}
