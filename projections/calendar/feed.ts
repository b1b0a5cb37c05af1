import type { Pool } from 'pg';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE, type BookingRow } from '../bookings/projection.ts';
import { readAsJson } from '../engine/json-rows.ts';
import { STYLIST_OF } from '../stylist-of.ts';

const FEED_COLUMNS = [
  'id',
  'version',
  'status',
  'customer_name',
  'services',
  'appointment_date',
  'start_minute',
  'end_minute',
  'parts',
] as const satisfies readonly (keyof BookingRow)[];
type FeedBooking = Pick<BookingRow, (typeof FEED_COLUMNS)[number]>;

/**
 * The first bookings of a range of days that aren't cancelled, by day and start, as a phone's calendar shows them; all, or those of one
 * stylist.
 */
export function createFeedBookings(pool: Pool) {
  return (from: SalonDate, to: SalonDate, most: number, stylistId: string | null) =>
    readAsJson<FeedBooking>(pool, {
      name: 'bookings-of-feed',
      text: `select ${FEED_COLUMNS.join(', ')} from ${BOOKINGS_TABLE}
        where appointment_date between $1 and $2 and status <> 'cancelled'
          and ($4::text is null or ${STYLIST_OF} = $4)
        order by appointment_date, start_minute, id limit $3`,
      values: [from, to, most, stylistId],
    });
}
