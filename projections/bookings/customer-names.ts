import type { Pool } from 'pg';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

/** The customers' names of these bookings, by the bookings' ids; null for an erased one. A deleted booking is missing. */
export function createCustomerNames(pool: Pool) {
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await pool.query<Pick<BookingRow, 'id' | 'customer_name'>>({
      name: 'customer-names-of-bookings',
      text: `select id, customer_name from ${BOOKINGS_TABLE} where id = any($1::uuid[])`,
      values: [ids],
    });
    return new Map(rows.map(({ id, customer_name }) => [id, customer_name]));
  };
}
