import type { Pool } from 'pg';
import type { VisitSums } from '../../src/contracts/customers/visits.ts';
import { salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import type { QueryDeps } from '../query-deps.ts';
import { EARNED, isVisit } from '../what-counts.ts';
import { APPOINTMENTS_TABLE } from './projection.ts';

export interface AllVisitSums extends VisitSums {
  readonly first_visit: string | null;
}

/**
 * The live appointments `a`, and the sums of several of them, as columns named like `AllVisitSums`. An index has all that these read.
 *
 * @param today the parameters of the salon's day and minute now
 */
export const VISIT_SUMS = {
  table: `${APPOINTMENTS_TABLE} a`,
  columns: (today: string, minute: string): string => `
    (count(*) filter (where ${isVisit('a', [today, minute])}))::integer as visits,
    (min(a.appointment_date) filter (where ${isVisit('a', [today, minute])}))::text as first_visit,
    (max(a.appointment_date) filter (where ${isVisit('a', [today, minute])}))::text as last_visit,
    (min(a.appointment_date) filter (where a.status in ('pending', 'confirmed')
      and (a.appointment_date, a.start_minute) > (${today}::date, ${minute}::smallint)))::text as next_visit,
    coalesce(sum(${EARNED}), 0)::float8 as spent_cents,
    (count(*) filter (where a.status = 'cancelled' and a.cancellation_reason = 'no_show'))::integer as no_shows`,
} as const;

/** Sums the appointments of customers who are one person. */
export const createVisitSums =
  ({ pool, timeZone, now }: QueryDeps) =>
  async (customerIds: readonly string[]): Promise<AllVisitSums> => {
    const instant = now();
    const { rows } = await pool.query<AllVisitSums>({
      name: 'visit-sums',
      text: `select ${VISIT_SUMS.columns('$2', '$3')} from ${VISIT_SUMS.table} where a.customer_id = any ($1::uuid[])`,
      values: [customerIds, salonDate(instant, timeZone), salonMinutes(instant, timeZone)],
    });
    const [sums] = rows;
    if (!sums) throw new Error('an aggregate always has a row');
    return sums;
  };

interface KeptOfErased {
  readonly bookingIds: readonly string[];
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly earnedCents: number;
}

/** Reads what is kept of all appointments of some customers, and of one by its id. */
export const createKeptOfErased =
  (pool: Pool) =>
  async (of: {
    readonly customerIds?: readonly string[];
    readonly bookingId?: string;
  }): Promise<KeptOfErased> => {
    const { rows } = await pool.query<KeptOfErased>({
      name: 'kept-of-erased',
      text: `select coalesce(array_agg(id::text), '{}') as "bookingIds", min(appointment_date)::text as "firstDate",
          max(appointment_date)::text as "lastDate", coalesce(sum(${EARNED}), 0)::float8 as "earnedCents"
        from ${APPOINTMENTS_TABLE} a where customer_id = any ($1::uuid[]) or id = any ($2::uuid[])`,
      values: [of.customerIds ?? [], of.bookingId === undefined ? [] : [of.bookingId]],
    });
    return rows[0] ?? { bookingIds: [], firstDate: null, lastDate: null, earnedCents: 0 };
  };
