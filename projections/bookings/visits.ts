import type { Pool } from 'pg';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import { salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

/**
 * What counts as a visit wherever visits are counted: an appointment that has begun, or was completed, and wasn't cancelled. Nobody has
 * to press Complete for it.
 *
 * @param at the parameters of the query that are the salon's day and minute now
 */
export const isVisit = (booking: string, at: readonly [today: string, minute: string]): string =>
  `(${booking}.status <> 'cancelled' and (${booking}.status = 'completed'
    or (${booking}.appointment_date, ${booking}.start_minute) <= (${at[0]}::date, ${at[1]}::integer)))`;

/** How many visits there were before the appointment `b`. $2 today · $3 the minute of the day. */
const visitsBefore = (ofWhom: string): string => `(
  select count(*)::integer from ${BOOKINGS_TABLE} v
  where ${ofWhom} and v.id <> b.id and ${isVisit('v', ['$2', '$3'])}
    and (v.appointment_date, v.start_minute) < (b.appointment_date, b.start_minute))`;

interface BookingWithVisits {
  readonly row: BookingRow;
  /** How often its customer had been there before. */
  readonly visits: number;
}

interface VisitsDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}

/** One booking by its id, with its customer's earlier visits; null when there is none, or it was deleted. */
export function createBookingWithVisits({ pool, timeZone, now }: VisitsDeps) {
  return batcher<string, BookingWithVisits | null>(
    async (ids) => {
      const instant = now();
      const { rows } = await pool.query<BookingWithVisits>({
        name: 'bookings-with-visits',
        text: `select row_to_json(b) as row, ${visitsBefore('v.customer_id = b.customer_id')} as visits
          from ${BOOKINGS_TABLE} b where id = any($1::uuid[])`,
        values: [ids, salonDate(instant, timeZone), salonMinutes(instant, timeZone)],
      });
      const found = new Map(rows.map((booking) => [booking.row.id, booking]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { concurrency: 2 },
  );
}

/** How often several customers who are one person had been there before one of their appointments. */
export function createVisitsBefore({ pool, timeZone, now }: VisitsDeps) {
  return async (customerIds: readonly string[], bookingId: string): Promise<number> => {
    const instant = now();
    const { rows } = await pool.query<{ visits: number }>({
      name: 'visits-before',
      text: `select ${visitsBefore('v.customer_id = any($4::uuid[])')} as visits
        from ${BOOKINGS_TABLE} b where id = $1`,
      values: [bookingId, salonDate(instant, timeZone), salonMinutes(instant, timeZone), customerIds],
    });
    return rows[0]?.visits ?? 0;
  };
}
