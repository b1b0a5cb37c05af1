import type { Pool } from 'pg';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import { isMissingTable, isOutage } from '../../src/adapters/postgres/outage.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { hasLinkEnded } from '../../src/salon/self-service.ts';
import type { QueryDeps } from '../query-deps.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

export type BookingById = (id: string) => Promise<BookingRow | null>;

/** One booking by its id; null when there is none, or it was deleted. Those that are asked for at the same time share a query. */
export function createBookingById(pool: Pool): BookingById {
  return batcher<string, BookingRow | null>(
    async (ids) => {
      const { rows } = await pool.query<{ row: BookingRow }>({
        name: 'bookings-by-id',
        text: `select row_to_json(b) as row from ${BOOKINGS_TABLE} b where id = any($1::uuid[])`,
        values: [ids],
      });
      const found = new Map(rows.map(({ row }) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { concurrency: 2 },
  );
}

/**
 * Whether the private link of a booking has ended: so many days after the appointment, and once its customer was erased, since whoever
 * has the link would still read what they booked. False for a booking without a row: it is new, or was deleted, in which
 * case the operation itself doesn't find it. Also false while the table can't be read, or its new version is being built: then
 * nothing of the appointment can be shown either, and the cut-off refuses changes of one that is over.
 */
export function createLinkEnd({
  pool,
  linkDays,
  timeZone,
  now,
}: QueryDeps & {
  /** How many days after the appointment its link ends. */
  linkDays(): number;
}) {
  return async (bookingId: string): Promise<boolean> => {
    const query = pool.query<{ date: SalonDate; is_erased: boolean }>({
      name: 'booking-date',
      text: `select appointment_date::text as date, is_erased from ${BOOKINGS_TABLE} where id = $1`,
      values: [bookingId],
    });
    try {
      const [booking] = (await query).rows;
      if (booking === undefined) return false;
      return booking.is_erased || hasLinkEnded(booking.date, { linkDays: linkDays(), timeZone, now: now() });
    } catch (error) {
      if (isMissingTable(error) || isOutage(error)) return false;
      throw error;
    }
  };
}

/** Whether the salon has had any appointment. */
export const createHasAppointments = (pool: Pool) => async (): Promise<boolean> => {
  const { rowCount } = await pool.query(`select from ${BOOKINGS_TABLE} limit 1`);
  return rowCount !== 0;
};
