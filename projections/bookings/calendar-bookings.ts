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

const FEED_COLUMNS = [
  'id',
  'version',
  'status',
  'customer_name',
  'services',
  'appointment_date',
  'start_minute',
  'end_minute',
] as const satisfies readonly (keyof BookingRow)[];
/** What a phone's calendar reads of an appointment. */
type FeedBooking = Pick<BookingRow, (typeof FEED_COLUMNS)[number]>;

/** What the calendar reads of an appointment. */
type CalendarRow = Pick<BookingRow, (typeof COLUMNS)[number]>;

/** What is personal of an appointment in the calendar. */
type CalendarPerson = Pick<BookingRow, 'id' | 'customer_name' | 'customer_phone' | 'notes'>;

/** What is personal of these appointments, by their ids; a deleted one is missing. */
export function createPersonsOf(pool: Pool) {
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, CalendarPerson>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await pool.query<{ rows: readonly CalendarPerson[] }>({
      name: 'persons-of-bookings',
      text: `select coalesce(json_agg(b), '[]') as rows from (
        select id, customer_name, customer_phone, notes from ${BOOKINGS_TABLE} where id = any($1::uuid[])) b`,
      values: [ids],
    });
    return new Map(rows[0]?.rows.map((row) => [row.id, row]));
  };
}

/** The first appointments of a range of days that aren't cancelled, by day and start, as a phone's calendar shows them. */
export function createFeedBookings(pool: Pool) {
  return async (from: SalonDate, to: SalonDate, most: number): Promise<readonly FeedBooking[]> => {
    const { rows } = await pool.query<{ rows: readonly FeedBooking[] }>({
      name: 'bookings-of-feed',
      text: `select coalesce(json_agg(b), '[]') as rows from (
        select ${FEED_COLUMNS.join(', ')} from ${BOOKINGS_TABLE}
        where appointment_date between $1 and $2 and status <> 'cancelled'
        order by appointment_date, start_minute, id limit $3) b`,
      values: [from, to, most],
    });
    return rows[0]?.rows ?? [];
  };
}

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
