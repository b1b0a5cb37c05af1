import type { Pool } from 'pg';
import { isMissingTable } from '../../src/adapters/postgres/outage.ts';
import {
  type BookingRecord,
  type BookingRecords,
  QUIET_SITE,
  type SiteActivity,
} from '../../src/contracts/booking-records.ts';
import { salonDate } from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE } from './projection.ts';

/** How long the answer about the whole site is cached. */
const SITE_CACHED_MS = 2_000;
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

/** The read model may be so far behind the log. Whoever asks adds what came later from another source. */
const SETTLED_SECONDS = 15;

const SITE = `
  select count(*) filter (where is_recent)::integer as "bookingsLastHour",
    coalesce(sum(minutes) filter (where is_recent and status = 'pending'), 0)::integer as "unconfirmedMinutes",
    count(*)::float8 / ${USUAL_DAYS * 24} as "usualPerHour",
    coalesce(sum(minutes), 0)::float8 / ${USUAL_DAYS * 24} as "usualMinutesPerHour"
  from (
    select status, end_minute - start_minute as minutes, created_at > $1::timestamptz - interval '1 hour' as is_recent
    from ${BOOKINGS_TABLE}
    where source is not null and created_at > $1::timestamptz - interval '${USUAL_DAYS} days'
      and created_at <= $1::timestamptz - interval '${SETTLED_SECONDS} seconds'
  ) made`;

/**
 * The bookings' read model as admission asks it. While a new version of the table is being built, nothing is known:
 * better to suspect nobody than to refuse everybody.
 */
export function createBookingRecords({
  pool,
  timeZone,
  now,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}): BookingRecords {
  let site: { readonly readAt: number; readonly answer: Promise<SiteActivity> } | undefined;

  async function knownOr<T>(query: Promise<T>, unknown: T): Promise<T> {
    try {
      return await query;
    } catch (error) {
      if (isMissingTable(error)) return unknown;
      throw error;
    }
  }

  async function readSite(): Promise<SiteActivity> {
    const { rows } = await pool.query<SiteActivity>({ name: 'site-bookings', text: SITE, values: [now()] });
    return rows[0] ?? QUIET_SITE;
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

    async site() {
      if (site === undefined || performance.now() - site.readAt > SITE_CACHED_MS) {
        const answer = knownOr(readSite(), QUIET_SITE);
        const asked = { readAt: performance.now(), answer };
        site = asked;
        answer.catch(() => {
          if (site === asked) site = undefined;
        });
      }
      const { readAt, answer } = site;
      return { ...(await answer), uncountedSeconds: SETTLED_SECONDS + (performance.now() - readAt) / 1000 };
    },
  };
}
