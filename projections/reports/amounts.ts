import { IS_PAID } from '../what-counts.ts';

// SQL expressions for amounts, over facts with `status`, `total_amount`, `amount_cents` and `tip_cents` (of the appointment, or of a
// service's part).

const IS_OPEN = "status in ('pending', 'confirmed')";
const centsIf = (condition: string) => `case when ${condition} then coalesce(amount_cents, 0) else 0 end`;
const is = (condition: string) => `(${condition})::integer`;

/**
 * An aggregate: how many appointments have earned something, 0 included. One with several facts counts in the row of each, but only once in
 * the total: there, only its fact with `is_first_part` counts.
 */
export const PAID = `coalesce(case when grouping(key) = 0 then sum(${is(IS_PAID)}) else sum(${is(`${IS_PAID} and is_first_part`)}) end, 0)`;
export const EXPECTED = centsIf(IS_OPEN);
export const TIPS = "case when status = 'completed' then tip_cents else 0 end";
export const LOST = centsIf("status = 'cancelled'");
export const UNPRICED = is(
  `status = 'completed' and not (${IS_PAID}) or ${IS_OPEN} and amount_cents is null`,
);
