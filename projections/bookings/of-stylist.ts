import type { Pool } from 'pg';
import type { OwnBookings } from '../../src/http/operation/sight.ts';
import { STYLIST_OF } from '../stylist-of.ts';
import { BOOKINGS_TABLE } from './projection.ts';

export const createOwnBookings =
  (pool: Pool): OwnBookings =>
  async (stylistId, bookingIds) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'bookings-own',
      text: `select id from ${BOOKINGS_TABLE} where id = any($2::uuid[]) and ${STYLIST_OF} = $1`,
      values: [stylistId, bookingIds],
    });
    return new Set(rows.map(({ id }) => id));
  };
