import { LRUCache } from 'lru-cache';
import { isMissingTable } from '../../src/adapters/postgres/outage.ts';
import type {
  BookingRecord,
  BookingRecords,
  RecentBooking,
  UsualHour,
} from '../../src/contracts/bookings/booking-records.ts';
import { singleFlight } from '../../src/eventsourcing/async/single-flight.ts';
import { salonDate } from '../../src/salon/salon-time.ts';
import type { QueryDeps } from '../query-deps.ts';
import { BOOKINGS_TABLE } from './projection.ts';

/** How long the average is cached. */
const USUAL_CACHED_MS = 60_000;
const USUAL_DAYS = 28;
/** More than any limit asks about; the sender's own come first, so that somebody else's can't crowd them out. */
const MOST_RECORDS = 1_000;

/** The index by date keeps this to the months that can be booked, so that contacts and sources need none of their own. */
const RECORDS = `
  select id, status, end_minute - start_minute as minutes, appointment_date >= $1 as "isUpcoming",
    case when source is not null then json_strip_nulls(json_build_object('address', source, 'network', source_network)) end
      as source,
    customer_name as name, lower(customer_email) as email, customer_phone_e164 as "phoneE164"
  from ${BOOKINGS_TABLE}
  where id = any($6) or (appointment_date >= $1 and status in ('pending', 'confirmed')
    and (customer_phone_e164 = $2 or lower(customer_email) = $3 or source = any($4) or source_network = any($5)))
  order by source = any($4) desc nulls last
  limit ${MOST_RECORDS}`;

const NOTHING_USUAL: UsualHour = { bookings: 0, minutes: 0 };

const LAST_HOUR = `
  select id, status, end_minute - start_minute as minutes, source, source_network as network, lower(customer_email) as email,
    customer_phone_e164 as "phoneE164", created_at as "madeAt"
  from ${BOOKINGS_TABLE}
  where source is not null and created_at > $1::timestamptz - interval '1 hour'
  order by created_at`;

const USUAL_HOUR = `
  select count(*)::float8 / ${USUAL_DAYS * 24} as bookings,
    coalesce(sum(end_minute - start_minute), 0)::float8 / ${USUAL_DAYS * 24} as minutes
  from ${BOOKINGS_TABLE}
  where source is not null and status <> 'cancelled'
    and created_at > $1::timestamptz - interval '${USUAL_DAYS} days'`;

/**
 * The bookings' read model as admission asks it. While a new version of the table is being built, nothing is known:
 * better to suspect nobody than to refuse everybody.
 */
export function createBookingRecords({ pool, timeZone, now }: QueryDeps): BookingRecords {
  async function knownOr<T>(query: Promise<T>, unknown: T): Promise<T> {
    try {
      return await query;
    } catch (error) {
      if (isMissingTable(error)) return unknown;
      throw error;
    }
  }

  async function readUsual(): Promise<UsualHour> {
    const values = [now()];
    const { rows } = await pool.query<UsualHour>({ name: 'usual-bookings', text: USUAL_HOUR, values });
    return rows[0] ?? NOTHING_USUAL;
  }
  const usual = new LRUCache<'hour', UsualHour>({
    max: 1,
    ttl: USUAL_CACHED_MS,
    fetchMethod: () => knownOr(readUsual(), NOTHING_USUAL),
  });

  async function readLastHour(): Promise<readonly RecentBooking[]> {
    const values = [now()];
    return (await pool.query<RecentBooking>({ name: 'recent-bookings', text: LAST_HOUR, values })).rows;
  }

  return {
    async of({ contacts, sources, ids = [] }) {
      const query = pool.query<BookingRecord>({
        name: 'booking-records',
        text: RECORDS,
        values: [
          salonDate(now(), timeZone),
          contacts?.phoneE164 ?? null,
          contacts?.email?.toLowerCase() ?? null,
          sources.map(({ address }) => address),
          sources.flatMap(({ network }) => network ?? []),
          ids,
        ],
      });
      return knownOr(
        query.then(({ rows }) => rows),
        [],
      );
    },

    // Requests at the same time share one query; bookings made since it began are in admission's own counts.
    lastHour: singleFlight(() => knownOr(readLastHour(), [])),

    usualHour: () => usual.forceFetch('hour'),
  };
}
