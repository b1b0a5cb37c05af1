import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { withTransaction } from '../adapters/postgres/pool.ts';
import { errorCode } from '../adapters/startup-error.ts';

const KEYS = 'sealing.sealing_keys';
/** We give up waiting for a lock after this time, since everybody who makes or reads a key meanwhile waits behind us. */
const LOCK_WITHIN_MS = 300;
const TRY_EVERY_MS = 2_000;
const TRY_FOR_MS = 600_000;

/** Repeats work that gives up rather than let others wait; for ten minutes at most. */
async function patiently(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + TRY_FOR_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== '55P03' || performance.now() > end) throw error;
    }
    await sleep(TRY_EVERY_MS, undefined, { signal });
  }
}

/**
 * Writes the table of keys anew and drops the old one, since the file of a table keeps the bytes of deleted rows. Readers wait only for
 * the exchange at the end, not for the copying. Whoever reads it in a snapshot has to lock it first, as a backup does: in an older
 * snapshot the new table is empty.
 *
 * @param pool without a time limit for statements
 */
export const rewriteKeys = (pool: Pool, signal: AbortSignal): Promise<void> =>
  patiently(signal, () =>
    withTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_WITHIN_MS}`);
      await client.query(`lock table ${KEYS} in share mode`);
      await client.query(`create table ${KEYS}_anew (like ${KEYS} including all)`);
      await client.query(`insert into ${KEYS}_anew select * from ${KEYS} order by stream`);
      await client.query(`analyze ${KEYS}_anew`);
      await client.query(`drop table ${KEYS}`);
      await client.query(`alter table ${KEYS}_anew rename to sealing_keys`);
      await client.query('alter index sealing.sealing_keys_anew_pkey rename to sealing_keys_pkey');
    }),
  );

/** A checkpoint begins this long after the one before it at the latest, and ends before the next one begins. */
const HELD = `
  select now() + 2 * current_setting('checkpoint_timeout')::interval as until
  where has_function_privilege('pg_switch_wal()', 'execute')
    and current_setting('wal_recycle') = 'off' and current_setting('archive_mode') = 'off'
    and current_setting('wal_keep_size') = '0' and not exists (select from pg_replication_slots)`;

/**
 * Begins another segment of Postgres's own log (WAL), so that the next checkpoint removes those up to now.
 *
 * @returns by when it does so, if the server then keeps none of them; null where its settings, an archive or a replica decide
 */
export async function walHeldUntil(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ until: Date }>(HELD);
  const until = rows[0]?.until;
  if (until) await pool.query('select pg_switch_wal()');
  return until ?? null;
}
