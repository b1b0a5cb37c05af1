import type { Pool } from 'pg';
import type { LastVisitNote } from '../../src/contracts/customers/visits.ts';
import { salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import type { QueryDeps } from '../query-deps.ts';
import { isVisit } from '../what-counts.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

/** SQL that counts the visits before the booking `b`. $2 is today, $3 the minute of the day. */
const visitsBefore = (ofWhom: string): string => `(
  select count(*)::integer from ${BOOKINGS_TABLE} v
  where ${ofWhom} and v.id <> b.id and ${isVisit('v', ['$2', '$3'])}
    and (v.appointment_date, v.start_minute) < (b.appointment_date, b.start_minute))`;

interface BookingWithVisits {
  readonly row: BookingRow;
  readonly visits: number;
}

/** One booking by its id, with its customer's earlier visits; null when there is none, or it was deleted. */
export function createBookingWithVisits({ pool, timeZone, now }: QueryDeps) {
  return async (id: string): Promise<BookingWithVisits | null> => {
    const instant = now();
    const { rows } = await pool.query<BookingWithVisits>({
      name: 'booking-with-visits',
      text: `select row_to_json(b) as row, ${visitsBefore('v.customer_id = b.customer_id')} as visits
        from ${BOOKINGS_TABLE} b where id = $1`,
      values: [id, salonDate(instant, timeZone), salonMinutes(instant, timeZone)],
    });
    return rows[0] ?? null;
  };
}

/** Counts the visits of several customers who are one person before one of their bookings. */
export function createVisitsBefore({ pool, timeZone, now }: QueryDeps) {
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

/**
 * The newest note on a visit of customers who are one person. A cancelled booking was no visit.
 *
 * @param before a booking: only visits before it
 */
export function createLastVisitNote(pool: Pool) {
  return async (
    customerIds: readonly string[],
    before?: Pick<BookingRow, 'id' | 'appointment_date' | 'start_minute'>,
  ): Promise<LastVisitNote | null> => {
    const { rows } = await pool.query<LastVisitNote>({
      name: `last-visit-note${before ? '-before' : ''}`,
      text: `select id as booking_id, appointment_date::text, visit_note as text from ${BOOKINGS_TABLE}
        where customer_id = any($1::uuid[]) and visit_note is not null and status <> 'cancelled'
          ${before ? 'and id <> $2 and (appointment_date, start_minute) < ($3::date, $4::smallint)' : ''}
        order by appointment_date desc, start_minute desc, id limit 1`,
      values: [customerIds, ...(before ? [before.id, before.appointment_date, before.start_minute] : [])],
    });
    return rows[0] ?? null;
  };
}
