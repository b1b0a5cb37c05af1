import type { Pool } from 'pg';
import type { Payment } from '../../src/contracts/bookings/admin-booking.ts';
import { MOST_LISTED, RECENT_BOOKINGS } from '../../src/contracts/bookings/dashboard.ts';
import {
  addSalonDays,
  instantsOfDays,
  type Minutes,
  type SalonDate,
  salonDate,
  salonMinutes,
  startOfDay,
} from '../../src/salon/salon-time.ts';
import { ADMIN_COLUMNS, type AdminRow } from './admin-booking.ts';
import { BOOKINGS_TABLE } from './projection.ts';

/** A list that shows the first of so many. */
interface Counted {
  readonly total: number;
  readonly rows: readonly AdminRow[];
}

/** All bookings at a glance. */
export interface BookingsOverview {
  readonly stats: {
    readonly total: number;
    readonly today: number;
    readonly pending: number;
    readonly revenueCents: number;
  };
  /** The newest. */
  readonly recent: readonly AdminRow[];
  /** Today's in order, without cancelled ones. */
  readonly today: readonly AdminRow[];
  /** The first one of a later day that is still to come, if any. */
  readonly afterToday: readonly AdminRow[];
  /** The payments of visits that were completed today. */
  readonly taken: readonly Payment[];
  /** Unconfirmed ones that are still to come, the soonest first. */
  readonly waiting: Counted;
  /** Cancelled yesterday or today, the latest first. */
  readonly cancelled: Counted;
  readonly bookedMinutes: Minutes;
}

/** @returns a JSON list of rows */
const list = (rest: string) =>
  `(select coalesce(json_agg(b), '[]') from (select ${ADMIN_COLUMNS} from ${BOOKINGS_TABLE} ${rest}) b)`;
const counted = (conditions: string, order: string) => `json_build_object(
  'total', (select count(*) from ${BOOKINGS_TABLE} where ${conditions}),
  'rows', ${list(`where ${conditions} order by ${order} limit ${MOST_LISTED}`)})`;

const WAITING =
  "status = 'pending' and appointment_date >= $1 and (appointment_date, start_minute) > ($1, $2)";

/** $1 today · $2 the minute of the day · $3 when yesterday began · $4 and $5 the days whose minutes are asked for · $6 and $7 when today
 * begins and ends. */
const OVERVIEW = `
  select
    (select json_build_object('total', count(*),
      'today', (select count(*) from ${BOOKINGS_TABLE} where appointment_date = $1),
      'pending', count(*) filter (where status = 'pending'), 'revenueCents', coalesce(sum(amount_cents), 0))
      from ${BOOKINGS_TABLE}) as stats,
    ${list(`order by created_at desc, id desc limit ${RECENT_BOOKINGS}`)} as recent,
    ${list("where appointment_date = $1 and status <> 'cancelled' order by start_minute, id")} as today,
    ${list(`where appointment_date > $1 and status in ('pending', 'confirmed')
      order by appointment_date, start_minute, id limit 1`)} as "afterToday",
    (select coalesce(json_agg(payment), '[]') from ${BOOKINGS_TABLE}, json_array_elements(payments) payment
      where completed_at >= $6 and completed_at < $7) as taken,
    ${counted(WAITING, 'appointment_date, start_minute, id')} as waiting,
    ${counted('cancelled_at >= $3', 'cancelled_at desc, id')} as cancelled,
    (select coalesce(sum(coalesce(
        (select sum(part."end" - part.start) from json_to_recordset(parts) as part (start integer, "end" integer)),
        end_minute - start_minute)), 0)::integer from ${BOOKINGS_TABLE}
      where appointment_date between $4 and $5 and status <> 'cancelled') as "bookedMinutes"`;

interface OverviewDeps {
  readonly pool: Pool;
  readonly timeZone: string;
}

/** One statement reads all numbers and lists, so that they agree with each other. */
export function createBookingsOverview({ pool, timeZone }: OverviewDeps) {
  return async (
    now: Date,
    week: { readonly from: SalonDate; readonly to: SalonDate },
  ): Promise<BookingsOverview> => {
    const today = salonDate(now, timeZone);
    const yesterday = startOfDay(addSalonDays(today, -1), timeZone);
    const { rows } = await pool.query<BookingsOverview>({
      name: 'bookings-overview',
      text: OVERVIEW,
      values: [
        today,
        salonMinutes(now, timeZone),
        yesterday,
        week.from,
        week.to,
        ...instantsOfDays(today, today, timeZone),
      ],
    });
    const [overview] = rows;
    if (!overview) throw new Error('a statement without a table always has a row');
    return overview;
  };
}
