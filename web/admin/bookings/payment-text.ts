import type { AdminBooking, Payment } from '../../../src/contracts/bookings/admin-booking.ts';
import type { PaymentMethod } from '../../../src/contracts/bookings/bookings.ts';
import { METHOD_WORDS } from '../../../src/contracts/bookings/method-words.ts';
import { isAmount, PUBLIC_TOTAL_AMOUNT } from '../../../src/salon/money.ts';
import { aboutText, amountText, centsText, shortAmount } from '../ui/number-text.ts';

/** `Cash`, or `Not said`. */
export const methodWords = (method: PaymentMethod | null): string =>
  method === null ? 'Not said' : METHOD_WORDS[method];

/** `Cash $50.00`, with the tip that came with it. */
export const onePayment = ({ method, cents, tip_cents }: Payment): string =>
  `${methodWords(method)} ${centsText(cents)}${tip_cents > 0 ? ` + tip ${centsText(tip_cents)}` : ''}`;

type Paid = Pick<AdminBooking, 'payment_method' | 'tip_cents' | 'payments'>;

/** How a visit was paid, such as `Paid by: Cash · Tip: $10.00` or `Paid by: Cash $50.00, Card $82.00`; empty if nothing is recorded. */
export function paymentText({ payment_method, payments, tip_cents }: Paid): string {
  const split = payments.flatMap(({ method, cents }) =>
    method ? [`${METHOD_WORDS[method]} ${centsText(cents)}`] : [],
  );
  const how = payments.length > 1 ? split.join(', ') : payment_method && METHOD_WORDS[payment_method];
  return [how && `Paid by: ${how}`, tip_cents > 0 && `Tip: ${centsText(tip_cents)}`]
    .filter(Boolean)
    .join(' · ');
}

type Price = Pick<AdminBooking, 'status' | 'total_amount' | 'catalogue_amount' | 'paid_left_out'> & {
  readonly services: readonly { readonly id: string; readonly price?: string }[];
};
type Recorded = Pick<AdminBooking, 'status' | 'payments' | 'paid_left_out'>;
type Total = Price & Recorded;

/**
 * The total. That of open prices alone is stored as $0.00 before the visit, which would look as if it were free. Where what was paid
 * is left out, the catalogue's price would look as if it were that.
 */
export function agreedTotal({
  status,
  total_amount,
  catalogue_amount,
  services,
  paid_left_out,
}: Price): string {
  if (paid_left_out) return '–';
  const isOpen =
    catalogue_amount === null &&
    total_amount === '$0.00' &&
    services.some(({ price = '' }) => !isAmount(price));
  return isOpen && status !== 'completed' ? PUBLIC_TOTAL_AMOUNT : amountText(total_amount);
}

/** Whether a visit has taken place, and nobody has said what was paid. */
export const isUnrecorded = ({ status, payments, paid_left_out }: Recorded): boolean =>
  status === 'completed' && payments.length === 0 && !paid_left_out;

/** The total. The price that a visit without a recorded amount was booked for would look as if it were paid. */
export const totalText = (booking: Total): string =>
  isUnrecorded(booking) ? 'Not recorded' : agreedTotal(booking);

/** About what the catalogue says, such as `≈ $110`, as long as the price varies and the visit isn't over; empty without it. */
export const estimateText = ({ status, total_amount, catalogue_amount }: Omit<Price, 'services'>): string =>
  catalogue_amount === null || status === 'completed' || /\d/.test(total_amount)
    ? ''
    : aboutText(catalogue_amount);

/** The price in short: the amount, or about what it will be. Without either only the first words. */
export const shortPrice = (booking: Price): string =>
  estimateText(booking) || shortAmount(agreedTotal(booking));

/** The words that open the checkout sheet of a completed visit. */
export const paymentAction = (booking: Recorded): string =>
  isUnrecorded(booking) ? 'Record payment' : 'Change Amount';

/** The total and how it was paid, such as `$1,234.00 · Paid by: Cash`. */
export const paidText = (booking: Recorded & Pick<Total, 'total_amount'> & Paid): string =>
  isUnrecorded(booking)
    ? 'Completed, no amount recorded'
    : [amountText(booking.total_amount), paymentText(booking)].filter(Boolean).join(' · ');
