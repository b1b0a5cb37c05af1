import { PUBLIC_TOTAL_AMOUNT } from '../src/salon/money.ts';

/**
 * What counts as what, wherever it is counted, in the page of a customer as in the reports: SQL over an appointment's columns. The sums are
 * made when they are asked for: what is over depends on the clock, and no event says so.
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

/** What was completed earned what was recorded or quoted as a number, never the prices of the catalogue. */
export const IS_PAID = `status = 'completed' and total_amount <> '${PUBLIC_TOTAL_AMOUNT}'`;
export const EARNED = `case when ${IS_PAID} then coalesce(amount_cents, 0) else 0 end`;
