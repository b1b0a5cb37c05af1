import { dollars } from '../../../src/salon/money.ts';

const WHOLE = new Intl.NumberFormat('en-US');

/** `3,759`. */
export const numberText = (count: number): string => WHOLE.format(count);

/** `3,759 appointments`, `1 customer`. */
export const countText = (count: number, one: string, more = `${one}s`): string =>
  `${WHOLE.format(count)} ${count === 1 ? one : more}`;

/** An amount as the server has it, `$1234.50`, as people read it, `$1,234.50`; words stay as they are. */
export const amountText = (text: string): string =>
  text.replace(/^\$\d{4,}(?=\.\d\d$)/, (whole) => `$${WHOLE.format(Number(whole.slice(1)))}`);

/** The same of cents. */
export const centsText = (cents: number): string => amountText(dollars(cents));

/** The same where there is little room: of a price that isn't settled only the first words, `Price Varies`. */
export const shortAmount = (text: string): string =>
  /\d/.test(text) ? amountText(text) : (text.split(' - ', 1)[0] ?? text);
