import type { Pool } from 'pg';
import { MOST_LISTED, RECENT_BOOKINGS } from '../../src/contracts/dashboard.ts';
import {
  addSalonDays,
  type Minutes,
  type SalonDate,
  salonDate,
  salonMinutes,
  startOfDay,
} from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

/** A list that shows the first of so many. */
interface Counted {
  readonly total: number;
  readonly rows: readonly BookingRow[];
}

/** All appointments at a glance. */
export interface BookingsOverview {
  readonly stats: {
    readonly total: number;
    readonly today: number;
    readonly pending: number;
    readonly revenueCents: number;
  };
  /** The newest. */
  readonly recent: readonly BookingRow[];
  /** Today's in order, without cancelled ones. */
  readonly today: readonly BookingRow[];
  /** Unconfirmed ones that are still to come, the soonest first. */
  readonly waiting: Counted;
  /** Cancelled yesterday or today, the latest first. */
  readonly cancelled: Counted;
  /** Of the appointments of some days, without cancelled ones. */
  readonly bookedMinutes: Minutes;
}

/** @returns a JSON list of rows */
const list = (rest: string) =>
  `(select coalesce(json_agg(row_to_json(b)), '[]') from (select * from ${BOOKINGS_TABLE} ${rest}) b)`;
const counted = (conditions: string, order: string) => `json_build_object(
  'total', (select count(*) from ${BOOKINGS_TABLE} where ${conditions}),
  'rows', ${list(`where ${conditions} order by ${order} limit ${MOST_LISTED}`)})`;

const WAITING =
  "status = 'pending' and appointment_date >= $1 and (appointment_date, start_minute) > ($1, $2)";

/** $1 today · $2 the minute of the day · $3 when yesterday began · $4 and $5 the days whose minutes are asked for. */
const OVERVIEW = `
  select
    (select json_build_object('total', count(*), 'today', count(*) filter (where appointment_date = $1),
      'pending', count(*) filter (where status = 'pending'), 'revenueCents', coalesce(sum(amount_cents), 0))
      from ${BOOKINGS_TABLE}) as stats,
    ${list(`order by created_at desc, id desc limit ${RECENT_BOOKINGS}`)} as recent,
    ${list("where appointment_date = $1 and status <> 'cancelled' order by start_minute, id")} as today,
    ${counted(WAITING, 'appointment_date, start_minute, id')} as waiting,
    ${counted('cancelled_at >= $3', 'cancelled_at desc, id')} as cancelled,
    (select coalesce(sum(end_minute - start_minute), 0)::integer from ${BOOKINGS_TABLE}
      where appointment_date between $4 and $5 and status <> 'cancelled') as "bookedMinutes"`;

/** One statement, so that its parts agree with each other. */
export function createBookingsOverview({
  pool,
  timeZone,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
}) {
  return async (
    now: Date,
    week: { readonly from: SalonDate; readonly to: SalonDate },
  ): Promise<BookingsOverview> => {
    const today = salonDate(now, timeZone);
    const yesterday = startOfDay(addSalonDays(today, -1), timeZone);
    const { rows } = await pool.query<BookingsOverview>({
      name: 'bookings-overview',
      text: OVERVIEW,
      values: [today, salonMinutes(now, timeZone), yesterday, week.from, week.to],
    });
    const [overview] = rows;
    if (!overview) throw new Error('an aggregate always has a row');
    return overview;
  };
}
