import type { Pool } from 'pg';
import { MOST_OF_ONE_SOURCE, type SameSource } from '../../src/contracts/bookings/same-source.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

/** The bookings that came from where this one came from, oldest first; null when there is no such booking. */
export type BookingsOfSameSource = (same: SameSource) => Promise<readonly BookingRow[] | null>;

/** A booking without a source is alone. */
const SAME_SOURCE = `
  select row_to_json(b) as row
  from ${BOOKINGS_TABLE} named
  join ${BOOKINGS_TABLE} b on b.id = named.id or (b.created_at between $2 and $3 and b.source = named.source)
  where named.id = $1
  order by b.created_at, b.id limit ${MOST_OF_ONE_SOURCE}`;

export function createBookingsOfSameSource(pool: Pool): BookingsOfSameSource {
  return async ({ id, from, to }) => {
    const { rows } = await pool.query<{ row: BookingRow }>({
      name: 'bookings-of-same-source',
      text: SAME_SOURCE,
      values: [id, from, to],
    });
    return rows.length === 0 ? null : rows.map(({ row }) => row);
  };
}
