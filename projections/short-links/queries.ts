import type { Pool } from 'pg';
import { SHORT_LINKS_TABLE } from './projection.ts';

/** The booking whose short code has this hash; null when there is none. */
export function createBookingByCodeHash(pool: Pool) {
  return async (codeHash: string): Promise<string | null> => {
    const { rows } = await pool.query<{ booking_id: string }>({
      name: 'short-link',
      text: `select booking_id from ${SHORT_LINKS_TABLE} where code_hash = $1`,
      values: [codeHash],
    });
    return rows[0]?.booking_id ?? null;
  };
}
