import type { Pool } from 'pg';
import { listSameSource, MOST_OF_ONE_SOURCE, type SameSource } from '../../src/contracts/same-source.ts';
import type { Guard } from '../../src/http/caller.ts';
import type { Mount } from '../../src/http/operation.ts';
import { refuse } from '../../src/http/refusal.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { instantOf } from '../engine/instant.ts';
import { BOOKINGS_TABLE, type BookingRow, bookings } from './projection.ts';

/** The bookings that came from where this one came from, oldest first; null when there is no such booking. */
export type BookingsOfSameSource = (same: SameSource) => Promise<readonly BookingRow[] | null>;

/** A booking without a source is alone; one without a network has no wider one than its address. */
const SAME_SOURCE = `
  select row_to_json(b) as row
  from ${BOOKINGS_TABLE} named
  join ${BOOKINGS_TABLE} b on b.id = named.id or (b.created_at between $2 and $3 and case
    when $4 = 'network' and named.source_network is not null then b.source_network = named.source_network
    else b.source = named.source end)
  where named.id = $1
  order by b.created_at, b.id limit ${MOST_OF_ONE_SOURCE}`;

export function createBookingsOfSameSource(pool: Pool): BookingsOfSameSource {
  return async ({ id, from, to, scope }) => {
    const { rows } = await pool.query<{ row: BookingRow }>({
      name: 'bookings-of-same-source',
      text: SAME_SOURCE,
      values: [id, from, to, scope],
    });
    return rows.length === 0 ? null : rows.map(({ row }) => row);
  };
}

/** What staff look at before they cancel it all. */
export function sameSourceRoutes({
  on,
  bookingsOfSameSource,
}: {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly bookingsOfSameSource: BookingsOfSameSource;
}): void {
  on(
    listSameSource,
    async ({ params: { id }, query }) => {
      const rows = await bookingsOfSameSource({ id, ...query });
      if (!rows) throw refuse('booking-not-found');
      const body = rows.map((row) => ({
        id: row.id,
        customer_name: row.customer_name,
        appointment_date: row.appointment_date,
        appointment_time: formatTime(row.start_minute),
        status: row.status,
        created_at: instantOf(row.created_at),
      }));
      return { body };
    },
    [bookings],
  );
}
