import type { Pool } from 'pg';
import type { OwnBookings } from '../../src/http/operation/sight.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { BOOKINGS_TABLE } from './projection.ts';

/** SQL for the stylist who does an appointment (`stylistOf`). */
export const STYLIST = `coalesce(parts -> 0 ->> 'resource', '${FIRST}')`;

export const createOwnBookings =
  (pool: Pool): OwnBookings =>
  async (stylistId, bookingIds) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'bookings-own',
      text: `select id from ${BOOKINGS_TABLE} where id = any($2::uuid[]) and ${STYLIST} = $1`,
      values: [stylistId, bookingIds],
    });
    return new Set(rows.map(({ id }) => id));
  };
