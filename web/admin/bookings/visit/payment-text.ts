import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { METHOD_WORDS } from '../../../../src/contracts/bookings/method-words.ts';
import { amountText, centsText } from '../../ui/number-text.ts';

/** How a visit was paid, such as `Paid by: Cash · Tip: $10.00`; empty if nothing is recorded. */
export function paymentText({
  payment_method,
  tip_cents,
}: Pick<AdminBooking, 'payment_method' | 'tip_cents'>): string {
  const parts = [
    payment_method && `Paid by: ${METHOD_WORDS[payment_method]}`,
    tip_cents > 0 && `Tip: ${centsText(tip_cents)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The total and how it was paid, such as `$1,234.00 · Paid by: Cash`. */
export const paidText = (
  booking: Pick<AdminBooking, 'total_amount' | 'payment_method' | 'tip_cents'>,
): string => [amountText(booking.total_amount), paymentText(booking)].filter(Boolean).join(' · ');
