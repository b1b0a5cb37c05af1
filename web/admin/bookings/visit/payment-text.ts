import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { METHOD_WORDS } from '../../../../src/contracts/bookings/method-words.ts';
import { centsText } from '../../ui/number-text.ts';

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
