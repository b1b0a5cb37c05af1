import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { sumOfCents } from '../../../src/salon/money.ts';
import { sum } from '../../../src/salon/sums.ts';
import { methodWords } from '../bookings/payment-text.ts';
import { shortCents } from '../bookings/visit/paid-cents.ts';

const plainCents = (cents: number): string => shortCents(cents).slice(1);

/** The sums that were paid at the till today, by the way of payment, and the sum that is expected to come. */
export function TakenToday({ taken, expected }: Pick<Dashboard, 'taken'> & { expected: number }) {
  const tips = sum(taken.map(({ tip_cents }) => tip_cents));
  const parts = [
    ...taken.map(({ method, cents }) => `${methodWords(method).toLowerCase()} ${plainCents(cents)}`),
    ...(tips > 0 ? [`tips ${plainCents(tips)}`] : []),
    ...(expected > 0 ? [`${shortCents(expected)} to come`] : []),
  ];
  return (
    <>
      {taken.length > 0 ? (
        <span className="font-medium text-ink">{shortCents(sumOfCents(taken))}</span>
      ) : (
        'nothing yet'
      )}
      {parts.map((part) => ` · ${part}`).join('')}
    </>
  );
}
