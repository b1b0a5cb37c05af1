import type { Pool } from 'pg';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { BLOCKED_DATES_TABLE, type BlockedDateRow } from './projection.ts';

/** Blocked dates from a day on, in order, for the admin area. */
export function createBlockedDatesFrom(pool: Pool) {
  return async (from: SalonDate): Promise<readonly BlockedDateRow[]> => {
    const { rows } = await pool.query<BlockedDateRow>({
      name: 'blocked-dates-from',
      text: `select * from ${BLOCKED_DATES_TABLE} where blocked_date >= $1 order by blocked_date, id`,
      values: [from],
    });
    return rows;
  };
}
