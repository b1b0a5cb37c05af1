import { PUBLIC_TOTAL_AMOUNT } from '../src/salon/money.ts';

/**
 * The rules of counting, the same for a customer's page and for reports, as SQL over a booking's columns. Sums are made when they are
 * asked for, since whether a booking is over depends on the clock, and no event says it.
 */

/**
 * A visit: an appointment that was completed, or was confirmed and is over. Nobody has to press Complete for it.
 *
 * @param booking the table's name in the query
 * @param at the parameters that are the salon's day and minute of the day
 */
export const isVisit = (booking: string, [today, minute]: readonly [today: string, minute: string]): string =>
  `(${booking}.status = 'completed' or ${booking}.status = 'confirmed'
    and (${booking}.appointment_date, ${booking}.end_minute) <= (${today}::date, ${minute}::smallint))`;

/** A completed booking has earned the amount that was recorded for it, or quoted as a number; never the catalogue's prices. */
export const IS_PAID = `status = 'completed' and total_amount <> '${PUBLIC_TOTAL_AMOUNT}'`;
export const EARNED = `case when ${IS_PAID} then coalesce(amount_cents, 0) else 0 end`;
