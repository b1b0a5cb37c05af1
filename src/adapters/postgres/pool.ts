import pg from 'pg';
import { isConnectionLost } from './outage.ts';

/** Settings of a pool of connections to Postgres. */
interface PoolOptions {
  readonly url: string;
  /** Part of the application's name in `pg_stat_activity`, so that a stuck session can be traced. */
  readonly name: string;
  /** Most connections at once, 10 when left out. All processes together share the server's connections: the embedded one has 200. */
  readonly max?: number;
  /** A statement is cancelled after this many milliseconds; 10 000 when left out, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Called when an idle connection was lost. The pool replaces it by itself. */
  readonly onError?: (error: Error) => void;
}

/** A pool for single statements, or the client of a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

const DATE_OID = 1082;

/**
 * An open transaction delays all subscriptions to the event log, so a forgotten one is ended after this time without a statement. A
 * backup sets its own limit, since it may wait for the disk.
 */
export const IDLE_TRANSACTION_MS = 30_000;

/** A response may take so much longer than the statement's timeout before the connection counts as dead. */
const RESPONSE_MARGIN_MS = 1_000;
/** When nothing has arrived on a connection for this time, the operating system sends keep-alive probes. */
export const KEEP_ALIVE_AFTER_MS = 5_000;

/**
 * Makes a pool; a lost connection never ends the process. Values of `int8` and `numeric` arrive as strings, since a JavaScript
 * number can't hold all of them. Values of `date` arrive as `yyyy-MM-dd`, since a `Date` would shift them by the time zone.
 */
export function createPool({
  url,
  name,
  max = 10,
  statementTimeoutMs = 10_000,
  onError = () => {},
}: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(DATE_OID, (text: string) => text);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `salon ${name}`,
    max,
    types,
    statement_timeout: statementTimeoutMs,
    // The server's own limit doesn't help when the network drops the connection silently. Without this limit, the operating
    // system would wait a quarter of an hour for the response.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + RESPONSE_MARGIN_MS }),
    // Our statements look rows up by index. Without the first setting, a statement that was prepared while its table was nearly
    // empty would go on scanning the table as it grows, until statistics are gathered. Without the second setting, Postgres
    // would plan statements with array parameters again at each execution, which takes longer than the execution itself. One
    // plan is enough, since the best plan of none of our statements depends on the values.
    options: '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan',
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  pool.on('error', onError);
  // A connection may also be lost between two statements of a client that has checked it out.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('release', (error) => {
    if (isConnectionLost(error)) closeIdleConnections(pool);
  });
  return pool;
}

/**
 * When one connection gives no answer any more, the idle ones probably don't either, and a statement on any of them would wait
 * until its time-out. So all are closed. If one of them still works, closing it only costs a new connection.
 */
function closeIdleConnections(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
  }
}

export interface PoolUse {
  readonly name: string;
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** Callers in the queue for a connection. */
  readonly waiting: number;
}

export const poolUse = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => ({
  name: (options.application_name ?? '').replace(/^salon /, ''),
  max: options.max,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** Rolls back. @returns undefined, or the reason why it failed, which leaves the connection in an unknown state */
const rolledBack = (client: pg.PoolClient): Promise<Error | undefined> =>
  client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );

/**
 * Runs `work` in one transaction, which is committed when `work` returns and rolled back when it throws. A connection that gave
 * no answer or can't roll back is closed and not used again: the next statement on it would only wait as long again.
 */
export async function withTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = isConnectionLost(error) ? error : await rolledBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}
