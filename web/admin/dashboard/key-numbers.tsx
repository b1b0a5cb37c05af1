import { Link } from 'react-router-dom';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { shortCents } from '../bookings/visit/paid-cents.ts';
import { amountText, numberText } from '../ui/number-text.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';
import { dayMoney } from './today/day-money.ts';

/**
 * The salon's key numbers, and what today brings. Where a list has the appointments behind a number, it links to that list.
 */
export function Numbers({ stats, today }: Pick<Dashboard, 'stats' | 'today'>) {
  const { takenCents, expectedCents } = dayMoney(today.bookings);
  const shown = [
    { label: 'Total bookings', value: numberText(stats.total_bookings), to: '/admin/appointments' },
    { label: "Today's bookings", value: numberText(stats.todays_bookings) },
    { label: 'Total revenue', value: amountText(stats.total_revenue) },
    {
      label: 'Pending',
      value: numberText(stats.pending_bookings),
      to: '/admin/appointments?status=pending',
    },
  ];
  return (
    <dl className="grid grid-cols-2 divide-line overflow-hidden rounded-md border border-line bg-panel max-lg:[&>*:nth-child(-n+2)]:border-b max-lg:[&>*:nth-child(odd):nth-child(-n+4)]:border-r max-lg:[&>*:last-child]:border-t lg:grid-cols-5 lg:divide-x [&>*]:border-line">
      {shown.map(({ label, value, to }) => (
        <div key={label} className="@container relative min-w-0 px-4 py-3.5 max-sm:px-3">
          <dt className="text-xs text-stone">
            {to ? (
              <Link to={to} className={`underline-offset-4 hover:underline ${rowLinkClass}`}>
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="truncate font-display text-xl tabular-nums @max-[9rem]:text-base">{value}</dd>
        </div>
      ))}
      <div className="min-w-0 px-4 py-3.5 max-lg:col-span-2 max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-2 max-lg:py-2 max-sm:px-3">
        <dt className="text-xs text-stone">Taken today</dt>
        <dd className="tabular-nums">
          <span className="font-display text-xl max-lg:text-base">{shortCents(takenCents)}</span>
          {expectedCents > 0 && (
            <span className="text-xs text-stone"> · {shortCents(expectedCents)} to come</span>
          )}
        </dd>
      </div>
    </dl>
  );
}
