import type { Pool, PoolClient } from 'pg';
import { ADVISORY_LOCKS } from '../../../src/adapters/postgres/advisory-locks.ts';

/**
 * Runs work that fills tables beside the live ones; while it runs, no process removes them as abandoned.
 *
 * @param work gets a session of its own; all advisory locks that it takes there end with it
 */
export async function whileFilling<T>(pool: Pool, work: (session: PoolClient) => Promise<T>): Promise<T> {
  const session = await pool.connect();
  try {
    await session.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.filling]);
    return await work(session);
  } finally {
    const isFree = await session.query('select pg_advisory_unlock_all()').then(
      () => true,
      () => false,
    );
    session.release(!isFree);
  }
}
