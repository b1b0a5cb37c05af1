import type { Pool } from 'pg';
import { EARNED } from '../what-counts.ts';
import { APPOINTMENTS_TABLE } from './projection.ts';

/** What the books keep of somebody who was erased. */
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
