import type { Pool } from 'pg';
import type { Schedule, ScheduleSlot } from '../../src/contracts/salon/admin-hours.ts';
import type { OpeningHours } from '../../src/contracts/salon/salon.ts';
import { clocksOf } from '../../src/salon/salon-time.ts';
import { createChangesReader } from '../engine/stored-tables.ts';
import { HOURS_TABLE, type HoursRow, hours, WEEK_TABLE, WEEKLY_HOURS } from './projection.ts';

/** The open windows of the week, by day, then start, as `GET /api/salon` returns them. */
export function createOpeningHours(pool: Pool) {
  return async (): Promise<readonly OpeningHours[]> => {
    const { rows } = await pool.query<HoursRow>({
      name: 'hours-opening',
      text: `select * from ${HOURS_TABLE} where is_available order by day_of_week, start_minute, id`,
    });
    return rows.map(({ day_of_week, start_minute, end_minute }) => ({
      day_of_week,
      ...clocksOf({ start: start_minute, end: end_minute }),
    }));
  };
}

const slotOf = ({ id, day_of_week, start_minute, end_minute, is_available }: HoursRow): ScheduleSlot => ({
  id,
  day_of_week,
  ...clocksOf({ start: start_minute, end: end_minute }),
  is_available,
});

interface Week {
  readonly version: number;
  /** Sorted by day, then start; hours that are switched off are included. */
  readonly hours: readonly HoursRow[];
}

/** The whole weekly schedule. */
export function createWeek(pool: Pool) {
  return async (): Promise<Week> => {
    const { rows } = await pool.query<Week>({
      name: 'hours-week',
      text: `select coalesce((select version from ${WEEK_TABLE}), 0) as version,
        coalesce((select json_agg(h order by day_of_week, start_minute, id) from ${HOURS_TABLE} h), '[]') as hours`,
    });
    return rows[0] ?? { version: 0, hours: [] };
  };
}

/** The same as staff see it. */
export function createSchedule(pool: Pool) {
  const readWeek = createWeek(pool);
  return async (): Promise<Schedule> => {
    const { version, hours } = await readWeek();
    return { version, hours: hours.map(slotOf) };
  };
}

export const createHoursChanges = (pool: Pool) =>
  createChangesReader<HoursRow, [weekdays: readonly number[]]>(
    pool,
    hours,
    WEEKLY_HOURS,
    'day_of_week = any($3::smallint[])',
  );
