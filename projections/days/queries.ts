import type { Pool } from 'pg';
import type { BlockedTime } from '../../src/contracts/salon/admin-blocked-times.ts';
import { clocksOf, type SalonDate } from '../../src/salon/salon-time.ts';
import {
  BLOCKED_TIMES_TABLE,
  type BlockedTimeRow,
  DAY_HOURS_TABLE,
  DAYS_TABLE,
  type DayHoursRow,
  OF_SALON,
} from './projection.ts';

interface DateRange {
  readonly from?: SalonDate | undefined;
  readonly to?: SalonDate | undefined;
}

/** A stylist; left out for the whole salon. */
interface OfStylist {
  readonly stylistId?: string | undefined;
}

type StoredBlock = BlockedTimeRow & { readonly version: number };

const BLOCKS = `
  select b.id, b.date, b.resource, b.start_minute, b.end_minute, b.reason, b.series_id, d.version
  from ${BLOCKED_TIMES_TABLE} b join ${DAYS_TABLE} d on d.date = b.date`;

const shown = ({ resource, start_minute, end_minute, ...block }: StoredBlock): BlockedTime => ({
  ...block,
  ...(resource !== null && { stylist_id: resource }),
  ...clocksOf({ start: start_minute, end: end_minute }),
});

/** Blocked parts of days, for staff. */
export function createBlockedTimes(pool: Pool) {
  return {
    /** Sorted; both ends are included, and open when left out. Of a stylist: theirs and those of everybody. */
    async list({ from, to, stylistId }: DateRange & OfStylist): Promise<BlockedTime[]> {
      const { rows } = await pool.query<StoredBlock>({
        name: 'blocked-times-between',
        text: `${BLOCKS}
          where b.date between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
            and ($3::text is null or b.resource is null or b.resource = $3)
          order by b.date, b.start_minute, b.id`,
        values: [from, to, stylistId],
      });
      return rows.map(shown);
    },
    async byId(id: string): Promise<BlockedTime | undefined> {
      const { rows } = await pool.query<StoredBlock>({
        name: 'blocked-time-by-id',
        text: `${BLOCKS} where b.id = $1`,
        values: [id],
      });
      return rows[0] && shown(rows[0]);
    },
  };
}

export type BlockedTimes = ReturnType<typeof createBlockedTimes>;

/** Single dates: their own hours and their versions. */
export function createDays(pool: Pool) {
  return {
    /** The salon's from a date on. */
    async ownHours(from: SalonDate): Promise<readonly Pick<DayHoursRow, 'date' | 'windows'>[]> {
      const { rows } = await pool.query<Pick<DayHoursRow, 'date' | 'windows'>>({
        name: 'days-own-hours',
        text: `select date, windows from ${DAY_HOURS_TABLE} where date >= $1 and ${OF_SALON}`,
        values: [from],
      });
      return rows;
    },

    /** Those of a date: the salon's and its stylists'. */
    async ownHoursOn(date: SalonDate): Promise<readonly DayHoursRow[]> {
      const { rows } = await pool.query<DayHoursRow>({
        name: 'days-own-hours-on',
        text: `select * from ${DAY_HOURS_TABLE} where date = $1`,
        values: [date],
      });
      return rows;
    },

    async versionOf(date: SalonDate): Promise<number> {
      const { rows } = await pool.query<{ version: number }>({
        name: 'days-version',
        text: `select version from ${DAYS_TABLE} where date = $1`,
        values: [date],
      });
      return rows[0]?.version ?? 0;
    },
  };
}

export type Days = ReturnType<typeof createDays>;
