import type { Payment } from './admin-booking.ts';
import { METHOD_WORDS } from './method-words.ts';

/** The sums of payments and tips for each method, in the order of the methods; last those of which nobody said how. */
export const sumByMethod = (payments: readonly Payment[]): readonly Payment[] =>
  [...(Object.keys(METHOD_WORDS) as (keyof typeof METHOD_WORDS)[]), null].flatMap((method) => {
    const same = payments.filter((payment) => payment.method === method);
    if (same.length === 0) return [];
    const sum = (of: (payment: Payment) => number) => same.reduce((all, payment) => all + of(payment), 0);
    return [{ method, cents: sum(({ cents }) => cents), tip_cents: sum(({ tip_cents }) => tip_cents) }];
  });
