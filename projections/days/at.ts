import type { Pool } from 'pg';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import { sqlName } from '../engine/projection.ts';
import { createChangesReader, pastOf, SINCE, tableAt, UNTIL } from '../engine/stored-tables.ts';
import {
  BLOCKED_TIMES_TABLE,
  DAY_HOURS,
  type DayHoursRow,
  days,
  TIME_BLOCKS,
  type TimeBlockRow,
} from './projection.ts';
import type { OwnHours } from './queries.ts';

interface OwnHoursSpan {
  readonly date: SalonDate;
  readonly since: Position;
  /** Null for the present hours. */
  readonly until: Position | null;
}

/** Single dates as they stood at a position, and what has changed them. Both ends of a range are included. */
export function createDaysAt(pool: Pool) {
  return {
    async ownHours(from: SalonDate, to: SalonDate, position: Position): Promise<OwnHours> {
      const { rows } = await pool.query<{ date: SalonDate; windows: readonly Interval[] }>({
        name: 'days-own-hours-at',
        text: `select date, windows from ${tableAt(days, DAY_HOURS, '$1', 'date between $2 and $3')} h order by date`,
        values: [position, from, to],
      });
      return new Map(rows.map(({ date, windows }) => [date, windows]));
    },

    /** In order. The reasons are those of today: of a block that was removed since, there is none. */
    async blockedTimes(from: SalonDate, to: SalonDate, position: Position) {
      const { rows } = await pool.query<{
        id: string;
        date: SalonDate;
        start_minute: Minutes;
        end_minute: Minutes;
        reason: string | null;
      }>({
        name: 'blocked-times-at',
        text: `select b.block_id as id, b.date, b.start_minute, b.end_minute, t.reason
          from ${tableAt(days, TIME_BLOCKS, '$1', 'date between $2 and $3')} b
          left join ${BLOCKED_TIMES_TABLE} t on t.id = b.block_id
          order by b.date, b.start_minute, b.block_id`,
        values: [position, from, to],
      });
      return rows;
    },

    /** What has blocked, moved or opened parts of these days. */
    blockedTimeChanges: createChangesReader<TimeBlockRow, [from: SalonDate, to: SalonDate]>(
      pool,
      days,
      TIME_BLOCKS,
      'date between $3 and $4',
    ),

    /** From where to where in the log these dates have had hours of their own; each change of them begins another span. */
    async ownHoursSpans(from: SalonDate, to: SalonDate): Promise<readonly OwnHoursSpan[]> {
      const { rows } = await pool.query<OwnHoursSpan>({
        name: 'days-own-hours-spans',
        text: `select date, ${SINCE} as since, null as until from ${sqlName(days, DAY_HOURS)} where date between $1 and $2
          union all
          select date, ${SINCE}, ${UNTIL} from ${sqlName(days, pastOf(DAY_HOURS))} where date between $1 and $2`,
        values: [from, to],
      });
      return rows;
    },

    /** When these dates got hours of their own, other ones, and none. */
    ownHoursChanges: createChangesReader<DayHoursRow, [from: SalonDate, to: SalonDate]>(
      pool,
      days,
      DAY_HOURS,
      'date between $3 and $4',
    ),
  };
}
