import type { Pool } from 'pg';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

const COLUMNS = [
  'id',
  'version',
  'customer_name',
  'customer_phone',
  'appointment_date',
  'start_minute',
  'end_minute',
  'services',
  'total_amount',
  'notes',
  'sms_consent',
  'status',
] as const satisfies readonly (keyof BookingRow)[];

/** What the calendar reads of an appointment. */
type CalendarRow = Pick<BookingRow, (typeof COLUMNS)[number]>;

/** The appointments of a range of days, both included, by day and start; cancelled ones among them. */
export function createBookingsBetween(pool: Pool) {
  return async (from: SalonDate, to: SalonDate): Promise<readonly CalendarRow[]> => {
    const { rows } = await pool.query<{ rows: readonly CalendarRow[] }>({
      name: 'bookings-between',
      text: `select coalesce(json_agg(b), '[]') as rows from (
        select ${COLUMNS.join(', ')} from ${BOOKINGS_TABLE} where appointment_date between $1 and $2
        order by appointment_date, start_minute, id) b`,
      values: [from, to],
    });
    return rows[0]?.rows ?? [];
  };
}
