import type { Pool } from 'pg';
import type { BlockedDate } from '../../src/contracts/salon/admin-blocked-dates.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { createChangesReader } from '../engine/stored-tables.ts';
import { BLOCKED_DATES_TABLE, BLOCKS, type BlockRow, blockedDates } from './projection.ts';

interface DateRange {
  readonly from?: SalonDate | undefined;
  readonly to?: SalonDate | undefined;
}

/** Blocked dates, for staff. */
export function createBlockedDates(pool: Pool) {
  return {
    /** Sorted by date; both ends are included, and open when left out. */
    async list({ from, to }: DateRange): Promise<BlockedDate[]> {
      const { rows } = await pool.query<BlockedDate>({
        name: 'blocked-dates-list',
        text: `select id, blocked_date, reason, version from ${BLOCKED_DATES_TABLE}
          where id is not null and blocked_date between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
          order by blocked_date`,
        values: [from, to],
      });
      return rows;
    },
    async byId(id: string): Promise<BlockedDate | undefined> {
      const { rows } = await pool.query<BlockedDate>({
        name: 'blocked-date-by-id',
        text: `select id, blocked_date, reason, version from ${BLOCKED_DATES_TABLE} where id = $1`,
        values: [id],
      });
      return rows[0];
    },
  };
}

export type BlockedDates = ReturnType<typeof createBlockedDates>;

export const createBlockChanges = (pool: Pool) =>
  createChangesReader<BlockRow, [from: SalonDate, to: SalonDate]>(
    pool,
    blockedDates,
    BLOCKS,
    'blocked_date between $3 and $4',
  );
