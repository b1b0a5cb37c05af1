import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { centsIn, PUBLIC_TOTAL_AMOUNT } from '../../../../src/salon/money.ts';

/** The money that a day has brought and is expected to bring, as reports count it. An appointment without an amount is in neither. */
interface DayMoney {
  readonly takenCents: number;
  readonly expectedCents: number;
}

type Priced = Pick<AdminBooking, 'status' | 'total_amount' | 'catalogue_amount'>;

/** Prices of the catalogue are expected, and never taken. */
function centsOf({ status, total_amount, catalogue_amount }: Priced): number | null {
  if (total_amount !== PUBLIC_TOTAL_AMOUNT) return centsIn(total_amount);
  return status === 'completed' || catalogue_amount === null ? null : centsIn(catalogue_amount);
}

/** @param bookings those that weren't cancelled */
export function dayMoney(bookings: readonly Priced[]): DayMoney {
  let [takenCents, expectedCents] = [0, 0];
  for (const booking of bookings) {
    const cents = centsOf(booking) ?? 0;
    if (booking.status === 'completed') takenCents += cents;
    else expectedCents += cents;
  }
  return { takenCents, expectedCents };
}
