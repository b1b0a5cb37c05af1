import type { Pool } from 'pg';
import { isDiskFull } from './outage.ts';

/** More than fits into the memory that the statement may use, so that Postgres writes a small temporary file. */
const WRITE_A_FILE = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 5000)`;

/**
 * Whether Postgres has no room left on its disk: it then still answers queries. @throws the errors of a failed query, besides a full disk
 */
export async function hasFullDisk(pool: Pool): Promise<boolean> {
  try {
    await pool.query(WRITE_A_FILE);
    return false;
  } catch (error) {
    if (isDiskFull(error)) return true;
    throw error;
  }
}
