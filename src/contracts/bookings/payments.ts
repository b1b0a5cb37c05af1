import { sumOfCents } from '../../salon/money.ts';
import { sum } from '../../salon/sums.ts';
import type { Payment } from './admin-booking.ts';
import { METHOD_WORDS } from './method-words.ts';

/** The sums of payments and tips for each method, in the order of the methods; last those of which nobody said how. */
export const sumByMethod = (payments: readonly Payment[]): readonly Payment[] =>
  [...(Object.keys(METHOD_WORDS) as (keyof typeof METHOD_WORDS)[]), null].flatMap((method) => {
    const same = payments.filter((payment) => payment.method === method);
    if (same.length === 0) return [];
    return [{ method, cents: sumOfCents(same), tip_cents: sum(same.map(({ tip_cents }) => tip_cents)) }];
  });
