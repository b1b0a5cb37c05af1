import { isMissingTable } from '../../src/adapters/postgres/outage.ts';
import type {
  BookingRecord,
  BookingRecords,
  RecentBooking,
} from '../../src/contracts/bookings/booking-records.ts';
import { singleFlight } from '../../src/eventsourcing/async/single-flight.ts';
import { salonDate } from '../../src/salon/salon-time.ts';
import type { QueryDeps } from '../query-deps.ts';
import { BOOKINGS_TABLE } from './projection.ts';

/** More than any limit asks about; the sender's own come first, so that somebody else's can't crowd them out. */
const MOST_RECORDS = 1_000;

/** The index by date keeps this to the months that can be booked, so that contacts and sources need none of their own. */
const RECORDS = `
  select id, status, end_minute - start_minute as minutes, source, appointment_date >= $1 as "isUpcoming", created_at as "madeAt",
    lower(customer_email) as email, customer_phone_e164 as "phoneE164"
  from ${BOOKINGS_TABLE}
  where id = any($5) or (appointment_date >= $1 and status in ('pending', 'confirmed')
    and (customer_phone_e164 = $2 or lower(customer_email) = $3 or source = any($4)))
  order by source = any($4) desc nulls last
  limit ${MOST_RECORDS}`;

const LAST_HOUR = `
  select id, status, end_minute - start_minute as minutes, source
  from ${BOOKINGS_TABLE}
  where source is not null and created_at > $1::timestamptz - interval '1 hour'`;

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

  async function readLastHour(): Promise<readonly RecentBooking[]> {
    const values = [now()];
    return (await pool.query<RecentBooking>({ name: 'recent-bookings', text: LAST_HOUR, values })).rows;
  }

  return {
    async of({ contacts, sources, ids }) {
      const query = pool.query<BookingRecord>({
        name: 'booking-records',
        text: RECORDS,
        values: [
          salonDate(now(), timeZone),
          contacts?.phoneE164 ?? null,
          contacts?.email?.toLowerCase() ?? null,
          sources,
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
  };
}
