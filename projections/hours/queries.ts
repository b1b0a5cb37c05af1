import type { Pool } from 'pg';
import type { Schedule, ScheduleSlot } from '../../src/contracts/admin-hours.ts';
import type { OpeningHours } from '../../src/contracts/salon.ts';
import { formatClock } from '../../src/salon/salon-time.ts';
import { HOURS_TABLE, type HoursRow, WEEK_TABLE } from './projection.ts';

/** The open windows of the week, by day, then start, as `GET /api/salon` returns them. */
export function createOpeningHours(pool: Pool) {
  return async (): Promise<readonly OpeningHours[]> => {
    const { rows } = await pool.query<HoursRow>({
      name: 'hours-opening',
      text: `select * from ${HOURS_TABLE} where is_available order by day_of_week, start_minute, id`,
    });
    return rows.map(({ day_of_week, start_minute, end_minute }) => ({
      day_of_week,
      start_time: formatClock(start_minute),
      end_time: formatClock(end_minute),
    }));
  };
}

const slotOf = ({ id, day_of_week, start_minute, end_minute, is_available }: HoursRow): ScheduleSlot => ({
  id,
  day_of_week,
  start_time: formatClock(start_minute),
  end_time: formatClock(end_minute),
  is_available,
});

/** The whole weekly schedule, for staff. */
export function createSchedule(pool: Pool) {
  return async (): Promise<Schedule> => {
    const { rows } = await pool.query<{ version: number; hours: readonly HoursRow[] }>({
      name: 'hours-schedule',
      text: `select coalesce((select version from ${WEEK_TABLE}), 0) as version,
        coalesce((select json_agg(h order by day_of_week, start_minute, id) from ${HOURS_TABLE} h), '[]') as hours`,
    });
    const [{ version, hours } = { version: 0, hours: [] }] = rows;
    return { version, hours: hours.map(slotOf) };
  };
}
