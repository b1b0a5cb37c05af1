import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { centsIn, PUBLIC_TOTAL_AMOUNT } from '../../../../src/salon/money.ts';

type Priced = Pick<AdminBooking, 'status' | 'total_amount' | 'catalogue_amount'>;

function centsOf({ total_amount, catalogue_amount }: Priced): number {
  if (total_amount !== PUBLIC_TOTAL_AMOUNT) return centsIn(total_amount);
  return catalogue_amount === null ? 0 : centsIn(catalogue_amount);
}

/**
 * The sum that the open appointments of a day are expected to bring, as reports count it. One without an amount adds nothing.
 *
 * @param bookings those that weren't cancelled
 */
export const expectedCents = (bookings: readonly Priced[]): number =>
  bookings.reduce((sum, booking) => sum + (booking.status === 'completed' ? 0 : centsOf(booking)), 0);
