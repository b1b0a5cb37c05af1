import type { PaymentMethod } from './bookings.ts';

/** The names of the ways to pay. */
export const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  card: 'Card',
  other: 'Other',
};
