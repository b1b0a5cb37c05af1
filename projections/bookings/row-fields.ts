import { bookedCents, dollars, PUBLIC_TOTAL_AMOUNT, priceSum } from '../../src/salon/money.ts';
import type { BookingRow } from './projection.ts';

/** How long it lasts, which may be longer or shorter than its services. */
export const durationOf = ({
  start_minute,
  end_minute,
}: Pick<BookingRow, 'start_minute' | 'end_minute'>): number => end_minute - start_minute;

/** The services as the contracts have them. */
export const servicesOf = ({ services }: Pick<BookingRow, 'services'>) =>
  services.map(({ id, name, price, duration }) => ({ id, name, price, duration }));

type Priced = Pick<BookingRow, 'services' | 'total_amount'>;

/** The same with the prices that make the total, where they do: words such as `Price Varies` beside a sum contradict it. */
export function pricedServicesOf(row: Priced) {
  const makesTotal = row.total_amount === dollars(priceSum(row.services));
  return row.services.map(({ id, name, price, priceCents, duration }) => ({
    id,
    name,
    price: makesTotal && priceCents > 0 ? dollars(priceCents) : price,
    duration,
  }));
}

/** The price of the services when they were booked; null where one of them is open. */
export function catalogueAmountOf({ services }: Priced): string | null {
  const cents = bookedCents(services);
  return cents === null ? null : dollars(cents);
}

/** A row without what was paid: with the total of the catalogue. */
export const withoutPaid = <Row extends Priced & Pick<BookingRow, 'payments'>>(row: Row): Row => ({
  ...row,
  total_amount: catalogueAmountOf(row) ?? PUBLIC_TOTAL_AMOUNT,
  payment_method: null,
  tip_cents: 0,
  payments: [],
  lines: [],
});
