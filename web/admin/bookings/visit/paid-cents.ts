import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { centsIn, MOST_CENTS, statesPrice } from '../../../../src/salon/money.ts';
import { centsText } from '../../ui/number-text.ts';

/** Cents of a typed amount such as `65`, `$65.5` or `1,250.00`; null for an empty text, undefined for anything that is no amount. */
export function paidCents(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (text === '') return null;
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/.test(text)) return undefined;
  const cents = Math.round(Number(text.replaceAll(',', '')) * 100);
  return cents <= MOST_CENTS ? cents : undefined;
}

/** Whether a price says exactly how much, and not only how much at least. */
export const isAmount = (text: string): boolean => /^\$\d+(\.\d\d)?$/.test(text);

type Priced = Pick<AdminBooking, 'status' | 'total_amount' | 'catalogue_amount' | 'services'>;

/**
 * The amount to be paid: the total, or the sum of the services' prices. Null if a price is open, which the total of an appointment that
 * staff have booked leaves out, or only a minimum, such as `$350+`: otherwise one press would record a guess as revenue.
 */
export function knownCents({ status, total_amount, catalogue_amount, services }: Priced): number | null {
  if (status === 'completed' && isAmount(total_amount)) return centsIn(total_amount);
  if (catalogue_amount === null) return null;
  if (isAmount(total_amount)) return centsIn(total_amount);
  return services.every(({ price }) => isAmount(price)) ? centsIn(catalogue_amount) : null;
}

/** The price list's words where they needn't be the amount to be paid, such as `From $65`; null where it says nothing, or exactly that amount. */
export function priceListText(booking: Priced): string | null {
  const { catalogue_amount, services } = booking;
  if (catalogue_amount === null || knownCents(booking) !== null) return null;
  const isMinimum = services.every(({ price }) => statesPrice(price));
  return `${isMinimum ? 'From' : 'Price list:'} ${shortCents(centsIn(catalogue_amount))}`;
}

/** `$110`, or `$110.50`, on a button. */
export const shortCents = (cents: number): string => centsText(cents).replace(/\.00$/, '');
