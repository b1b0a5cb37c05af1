import pg from 'pg';

/**
 * SQLSTATE classes of a server that can't answer just now: connection, transaction state, rollback, resources,
 * object state, operator intervention (time-outs among them), system and internal errors.
 */
const TRANSIENT = /^(08|25|40|53|55|57|58|XX)/;
/** What `pg` says of a connection or a pool that is gone; these errors have no code. */
const CONNECTION_GONE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client (was closed|has enc)|Cannot use a pool)/;
/** `ECONNREFUSED`, `EPIPE`, …: what the network says. */
const NETWORK = /^E[A-Z_]+$/;

/** True when a statement names a table that isn't there: as a rule, one that another process has yet to make. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42P01';

/** True when a failure says only that Postgres is away or too slow: the same statement may work in a while. */
export function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TRANSIENT.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // Several addresses of one name that all refuse.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return NETWORK.test(code) || CONNECTION_GONE.test(error.message);
}
