import { dollars } from '../../../src/salon/money.ts';

const WHOLE = new Intl.NumberFormat('en-US');

/** `3,759`. */
export const numberText = (count: number): string => WHOLE.format(count);

/** `3,759 appointments`, `1 customer`. */
export const countText = (count: number, one: string, more = `${one}s`): string =>
  `${WHOLE.format(count)} ${count === 1 ? one : more}`;

/** Formats an amount of the server: `$1,234.50` for `$1234.50`. Words stay as they are. */
export const amountText = (text: string): string =>
  text.replace(/^\$\d{4,}(?=\.\d\d$)/, (whole) => `$${WHOLE.format(Number(whole.slice(1)))}`);

/** The same for cents: `−$5.00` below 0. */
export const centsText = (cents: number): string =>
  `${cents < 0 ? '−' : ''}${amountText(dollars(Math.abs(cents)))}`;

/** The same where there is little room: of a price that isn't settled only the first words, such as `Price Varies`. */
export const shortAmount = (text: string): string =>
  /\d/.test(text) ? amountText(text) : (text.split(' - ', 1)[0] ?? text);

/** An amount that may change, in whole dollars if it is: `≈ $110`. The space doesn't break. */
export const aboutText = (text: string): string => `≈\u00a0${amountText(text).replace(/\.00$/, '')}`;
