import pg from 'pg';

/** How one part of the service uses Postgres. */
export interface PoolOptions {
  readonly url: string;
  /** Shown as the application's name in `pg_stat_activity`, so that a stuck session can be traced. */
  readonly name: string;
  /** Most connections at once, 10 when left out; the embedded server has 100 for everyone. */
  readonly max?: number;
  /** A statement is cancelled after this many milliseconds; 10 000 when left out, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Told of an idle connection that broke; the pool replaces it by itself. */
  readonly onError?: (error: Error) => void;
}

const DATE_OID = 1082;

/** What the network may take beyond a statement's own time; after that its connection counts as dead. */
const ANSWER_MARGIN_MS = 1_000;
/** How long a connection may say nothing, in milliseconds, before the system asks whether the other end is there. */
export const KEEP_ALIVE_AFTER_MS = 5_000;

/**
 * A pool whose lost connections never end the process. `int8` and `numeric` arrive as strings and `date` as
 * `yyyy-MM-dd`: a JavaScript number is too small for the first two, and a `Date` would shift the third.
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
    // The server's own limit is no use when the network loses the connection without a word: the answer never comes,
    // and by default the system would wait for it for a quarter of an hour.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS }),
    // Our statements look rows up by index. One prepared while its table was all but empty would go on reading it
    // from end to end as it grows, until statistics are gathered.
    // Nor does any of them have a better plan for some values than for others. Left to choose, Postgres plans those that
    // take arrays anew at each execution, which takes longer than the execution.
    options: '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan',
    // A forgotten transaction holds back the feed of the event log for everyone, so it is ended.
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  pool.on('error', onError);
  // A connection may also break while it is checked out between two statements.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** How much of a pool is in use. */
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

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
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
    // A connection that can't even roll back is in an unknown state: it is thrown away, not reused.
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}
