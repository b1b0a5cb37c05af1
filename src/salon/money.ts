/** `$65.00`. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** `$45`, or `$45.50` where there are cents. */
export const menuDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '');
