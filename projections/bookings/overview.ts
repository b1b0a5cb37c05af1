import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { MOST_LISTED, RECENT_BOOKINGS } from '../../src/contracts/bookings/dashboard.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import {
  addSalonDays,
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

/** All appointments at a glance. */
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
  /** Unconfirmed ones that are still to come, the soonest first. */
  readonly waiting: Counted;
  /** Cancelled yesterday or today, the latest first. */
  readonly cancelled: Counted;
  /** Minutes of the appointments of some days, without cancelled ones. */
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

const STATS = `
  select json_build_object('total', count(*), 'today', count(*) filter (where appointment_date = $1),
    'pending', count(*) filter (where status = 'pending'), 'revenueCents', coalesce(sum(amount_cents), 0)) as stats
  from ${BOOKINGS_TABLE}`;

/** $1 today · $2 the minute of the day · $3 when yesterday began · $4 and $5 the days whose minutes are asked for. */
const OVERVIEW = `
  select
    ${list(`order by created_at desc, id desc limit ${RECENT_BOOKINGS}`)} as recent,
    ${list("where appointment_date = $1 and status <> 'cancelled' order by start_minute, id")} as today,
    ${counted(WAITING, 'appointment_date, start_minute, id')} as waiting,
    ${counted('cancelled_at >= $3', 'cancelled_at desc, id')} as cancelled,
    (select coalesce(sum(end_minute - start_minute), 0)::integer from ${BOOKINGS_TABLE}
      where appointment_date between $4 and $5 and status <> 'cancelled') as "bookedMinutes"`;

type Stats = BookingsOverview['stats'];

interface OverviewDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  /** How far the bookings have been projected, as far as it is known here. */
  position(): Promise<Position>;
}

/** The longest time that the numbers are kept while nothing changes, so that rows that were repaired show soon. */
const KEPT_MS = 10_000;

/** The numbers of all appointments take a look at each, so they are kept until an event may have changed them. */
function statsMemory({ pool, position }: OverviewDeps) {
  const kept = new LRUCache<string, Stats, SalonDate>({
    max: 1,
    // Else those that wait for an answer would be refused when somebody asks for the next one.
    ignoreFetchAbort: true,
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context: today }) => count(today),
  });

  async function count(today: SalonDate): Promise<Stats> {
    const { rows } = await pool.query<{ stats: Stats }>({
      name: 'bookings-stats',
      text: STATS,
      values: [today],
    });
    const [row] = rows;
    if (!row) throw new Error('an aggregate always has a row');
    return row.stats;
  }

  return async (today: SalonDate): Promise<Stats> => {
    // The position is read before the rows, so that these are never older than it.
    const key = `${today} ${await position()}`;
    return kept.forceFetch(key, { context: today });
  };
}

/** One statement reads all lists, so that they agree with each other. */
export function createBookingsOverview(deps: OverviewDeps) {
  const { pool, timeZone } = deps;
  const statsOn = statsMemory(deps);
  return async (
    now: Date,
    week: { readonly from: SalonDate; readonly to: SalonDate },
  ): Promise<BookingsOverview> => {
    const today = salonDate(now, timeZone);
    const yesterday = startOfDay(addSalonDays(today, -1), timeZone);
    const lists = pool.query<Omit<BookingsOverview, 'stats'>>({
      name: 'bookings-overview',
      text: OVERVIEW,
      values: [today, salonMinutes(now, timeZone), yesterday, week.from, week.to],
    });
    const [stats, { rows }] = await Promise.all([statsOn(today), lists]);
    const [overview] = rows;
    if (!overview) throw new Error('an aggregate always has a row');
    return { stats, ...overview };
  };
}
