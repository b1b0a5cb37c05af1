import type { Pool } from 'pg';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

/** The appointments of a range of days, both included, by day and start; cancelled ones among them. */
export function createBookingsBetween(pool: Pool) {
  return async (from: SalonDate, to: SalonDate): Promise<readonly BookingRow[]> => {
    const { rows } = await pool.query<{ row: BookingRow }>({
      name: 'bookings-between',
      text: `select row_to_json(b) as row from ${BOOKINGS_TABLE} b where appointment_date between $1 and $2
        order by appointment_date, start_minute, id`,
      values: [from, to],
    });
    return rows.map(({ row }) => row);
  };
}
