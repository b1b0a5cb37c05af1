import type { Pool } from 'pg';
import type { OpeningHours } from '../../src/contracts/salon.ts';
import { formatClock } from '../../src/salon/salon-time.ts';
import { HOURS_TABLE, type HoursRow } from './projection.ts';

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
