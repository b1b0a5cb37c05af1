import type { Pool } from 'pg';
import { isMissingTable, isOutage } from '../../src/adapters/postgres/outage.ts';
import { hasLinkEnded } from '../../src/salon/self-service.ts';
import type { QueryDeps } from '../query-deps.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';

export type BookingById = (id: string) => Promise<BookingRow | null>;

/** One booking by its id; null when there is none, or it was deleted. */
export function createBookingById(pool: Pool): BookingById {
  return async (id) => {
    const { rows } = await pool.query<{ row: BookingRow }>({
      name: 'booking-by-id',
      text: `select row_to_json(b) as row from ${BOOKINGS_TABLE} b where id = $1`,
      values: [id],
    });
    return rows[0]?.row ?? null;
  };
}

type LinkRule = (booking: Pick<BookingRow, 'appointment_date' | 'is_erased'>) => boolean;

/**
 * The end of a booking's private link: so many days after the appointment, and once its customer was erased, since people who have the link
 * could still read what they booked.
 */
export const linkRule =
  ({
    linkDays,
    timeZone,
    now,
  }: Omit<QueryDeps, 'pool'> & {
    linkDays(): number;
  }): LinkRule =>
  ({ appointment_date, is_erased }) =>
    is_erased || hasLinkEnded(appointment_date, { linkDays: linkDays(), timeZone, now: now() });

/**
 * Whether the private link of a booking has ended. False for a booking without a row: the operation itself then looks for it. Also false while the table can't be read, or its new version is being built: then
 * nothing of the appointment can be shown either, and the cut-off refuses changes of one that is over.
 */
export function createLinkEnd(pool: Pool, isOver: LinkRule) {
  return async (bookingId: string): Promise<boolean> => {
    const query = pool.query<Parameters<LinkRule>[0]>({
      name: 'booking-date',
      text: `select appointment_date::text, is_erased from ${BOOKINGS_TABLE} where id = $1`,
      values: [bookingId],
    });
    try {
      const [booking] = (await query).rows;
      return booking !== undefined && isOver(booking);
    } catch (error) {
      if (isMissingTable(error) || isOutage(error)) return false;
      throw error;
    }
  };
}

/** Whether the salon has had any booking. */
export const createHasBookings = (pool: Pool) => async (): Promise<boolean> => {
  const { rowCount } = await pool.query(`select from ${BOOKINGS_TABLE} limit 1`);
  return rowCount !== 0;
};

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
