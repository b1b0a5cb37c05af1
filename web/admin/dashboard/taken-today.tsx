import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { sumOfCents } from '../../../src/salon/money.ts';
import { sum } from '../../../src/salon/sums.ts';
import { methodWords } from '../bookings/payment-text.ts';
import { shortCents } from '../bookings/visit/paid-cents.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';
import { expectedCents } from './today/expected-cents.ts';

const plainCents = (cents: number): string => shortCents(cents).slice(1);

/** The sums that were paid at the till today, by the way of payment, and the sum that is expected to come. */
export function TakenToday({ taken, today }: Pick<Dashboard, 'taken' | 'today'>) {
  const tips = sum(taken.map(({ tip_cents }) => tip_cents));
  const expected = expectedCents(today.bookings);
  const parts = [
    ...taken.map(({ method, cents }) => `${methodWords(method).toLowerCase()} ${plainCents(cents)}`),
    ...(tips > 0 ? [`tips ${plainCents(tips)}`] : []),
    ...(expected > 0 ? [`${shortCents(expected)} to come`] : []),
  ];
  return (
    <dl className="relative flex min-h-11 flex-wrap items-baseline gap-x-2 border-t border-line px-4 py-2.5">
      <dt className="font-medium">
        <Link to="/admin/takings" className={`underline decoration-brass underline-offset-4 ${rowLinkClass}`}>
          Taken today
        </Link>
      </dt>
      <dd className="min-w-0 text-stone tabular-nums wrap-anywhere">
        <span className={`whitespace-nowrap ${taken.length > 0 ? 'font-medium text-ink' : ''}`}>
          {taken.length > 0 ? shortCents(sumOfCents(taken)) : 'nothing yet'}
        </span>
        {parts.map((part) => (
          <Fragment key={part}>
            {' · '}
            <span className="whitespace-nowrap">{part}</span>
          </Fragment>
        ))}
      </dd>
    </dl>
  );
}
