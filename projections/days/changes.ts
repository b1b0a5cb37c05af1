import type { Pool } from 'pg';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { sqlName } from '../engine/projection.ts';
import { createChangesReader, pastOf, SINCE, UNTIL } from '../engine/stored-tables.ts';
import { DAY_HOURS, type DayHoursRow, days, OF_SALON, TIME_BLOCKS, type TimeBlockRow } from './projection.ts';

/** A span of the log in which the salon had these hours of its own. */
export interface OwnHoursSpan {
  readonly date: SalonDate;
  readonly since: Position;
  /** Null if it still has them. */
  readonly until: Position | null;
}

/** Reads the changes of single dates. Both ends of a range are included. */
export function createDayChanges(pool: Pool) {
  return {
    blockedTimes: createChangesReader<TimeBlockRow, [from: SalonDate, to: SalonDate]>(
      pool,
      days,
      TIME_BLOCKS,
      'date between $3 and $4',
    ),

    /** The spans of the log in which the salon had hours of their own on these dates; each change of the hours begins another span. */
    async ownHoursSpans(from: SalonDate, to: SalonDate): Promise<readonly OwnHoursSpan[]> {
      const { rows } = await pool.query<OwnHoursSpan>({
        name: 'days-own-hours-spans',
        text: `select date, ${SINCE} as since, null as until from ${sqlName(days, DAY_HOURS)}
            where date between $1 and $2 and ${OF_SALON}
          union all
          select date, ${SINCE}, ${UNTIL} from ${sqlName(days, pastOf(DAY_HOURS))}
            where date between $1 and $2 and ${OF_SALON}`,
        values: [from, to],
      });
      return rows;
    },

    /** The hours of dates, the salon's and those of stylists. */
    ownHours: createChangesReader<DayHoursRow, [from: SalonDate, to: SalonDate]>(
      pool,
      days,
      DAY_HOURS,
      'date between $3 and $4',
    ),
  };
}
