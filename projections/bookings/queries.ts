import type { Pool } from 'pg';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

export type BookingById = (id: string) => Promise<BookingRow | null>;

/** One booking by its id; null when there is none, or it was deleted. */
export function createBookingById(pool: Pool): BookingById {
  return async (id) => {
    const { rows } = await pool.query<{ row: BookingRow }>({
      name: 'booking-by-id',
      text: `select row_to_json(b) as row from ${BOOKINGS_TABLE} b where id = $1`,
      values: [id],
    });
    return rows[0]?.row ?? null;
  };
}
