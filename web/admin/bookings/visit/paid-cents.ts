import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { centsIn, isAmount, MOST_CENTS, statesPrice } from '../../../../src/salon/money.ts';
import { centsText } from '../../ui/number-text.ts';

/** Cents of a typed amount such as `65`, `$65.5` or `1,250.00`; null for an empty text, undefined for anything that is no amount. */
export function paidCents(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (text === '') return null;
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/.test(text)) return undefined;
  const cents = Math.round(Number(text.replaceAll(',', '')) * 100);
  return cents <= MOST_CENTS ? cents : undefined;
}

type Priced = Pick<AdminBooking, 'catalogue_amount' | 'services'>;

/**
 * The words of the price list for a service whose price needn't be the amount to be paid, such as `From $65`; null where it says nothing,
 * or exactly that amount. Of several such services only the sum is known.
 */
export function listedPrice({ catalogue_amount, services }: Priced, id: string) {
  const open = services.filter(({ price }) => !isAmount(price));
  if (catalogue_amount === null || open.length !== 1 || open[0]?.id !== id) return null;
  const fixed = services.reduce((sum, { price }) => sum + (isAmount(price) ? centsIn(price) : 0), 0);
  const cents = centsIn(catalogue_amount) - fixed;
  return { cents, text: `${statesPrice(open[0].price) ? 'From' : 'Price list:'} ${shortCents(cents)}` };
}

/** `$110`, or `$110.50`, on a button. */
export const shortCents = (cents: number): string => centsText(cents).replace(/\.00$/, '');
