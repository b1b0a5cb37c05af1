/** The total amount of every public booking. */
export const PUBLIC_TOTAL_AMOUNT = 'Price Varies - Determined at Consultation';

/** An amount such as `$65.00`. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** The numeric part of an amount such as `$65.00`, in cents; 0 for words. */
export function centsIn(amount: string): number {
  const [, whole = '0', cents = '00'] = /(\d+)(?:\.(\d{2}))?/.exec(amount) ?? [];
  return Number(whole) * 100 + Number(cents);
}

type Priced = readonly { readonly priceCents: number }[];

/** The prices of services together, in cents; an open one adds nothing. */
export const priceSum = (services: Priced): number =>
  services.reduce((sum, { priceCents }) => sum + priceCents, 0);

/** The price of services when they were booked, in cents; null if one of them is open. */
export const bookedCents = (services: Priced): number | null =>
  services.every(({ priceCents }) => priceCents > 0) ? priceSum(services) : null;

/** Whether a price says exactly how much, and not only how much at least. */
export const isAmount = (text: string): boolean => /^\$\d+(\.\d\d)?$/.test(text);

/** The highest amount that can be recorded, in cents. */
export const MOST_CENTS = 100_000_00;

/** An amount such as `$45`, or `$45.50` if it has cents. */
export const menuDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '');

/** Whether a price text contains an amount, as `$350+` does and `Price Varies` doesn't. */
export const statesPrice = (text: string): boolean => /\d/.test(text);

export const sumOfCents = (parts: readonly { readonly cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);
