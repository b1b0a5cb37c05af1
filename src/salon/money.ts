/** `$65.00`. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** As a price menu has it: `$45`, and `$45.50` where there are cents. */
export const menuDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '');
