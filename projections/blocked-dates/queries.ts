import type { Pool } from 'pg';
import type { BlockedDate } from '../../src/contracts/salon/admin-blocked-dates.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { createChangesReader, tableAt } from '../engine/stored-tables.ts';
import { BLOCKED_DATES_TABLE, BLOCKS, type BlockRow, blockedDates } from './projection.ts';

interface DateRange {
  readonly from?: SalonDate | undefined;
  readonly to?: SalonDate | undefined;
}

/** Blocked dates, for staff. */
export function createBlockedDates(pool: Pool) {
  return {
    /** In order; both ends are included, and open when left out. */
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

/** Dates as they were blocked at a position, and what has changed that. */
export function createBlocksAt(pool: Pool) {
  return {
    /** In order; both ends are included. The reasons are those of today: of a block that was removed since, there is none. */
    async between(
      from: SalonDate,
      to: SalonDate,
      position: Position,
    ): Promise<readonly Omit<BlockedDate, 'version'>[]> {
      const { rows } = await pool.query<Omit<BlockedDate, 'version'>>({
        name: 'blocks-between-at',
        text: `select b.block_id as id, b.blocked_date, d.reason
          from ${tableAt(blockedDates, BLOCKS, '$1', 'blocked_date between $2 and $3')} b
          left join ${BLOCKED_DATES_TABLE} d on d.id = b.block_id
          order by b.blocked_date`,
        values: [position, from, to],
      });
      return rows;
    },

    /** What has blocked or opened a range of dates. */
    changes: createChangesReader<BlockRow, [from: SalonDate, to: SalonDate]>(
      pool,
      blockedDates,
      BLOCKS,
      'blocked_date between $3 and $4',
    ),
  };
}
