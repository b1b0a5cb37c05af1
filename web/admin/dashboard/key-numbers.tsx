import { Link } from 'react-router-dom';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { amountText, numberText } from '../ui/number-text.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';
import { TakenToday } from './taken-today.tsx';
import { expectedCents } from './today/expected-cents.ts';

/**
 * The salon's key numbers, and below them what today has brought. Where a list has the appointments behind a number, it links to that list.
 */
export function Numbers({ stats, today, taken }: Pick<Dashboard, 'stats' | 'today' | 'taken'>) {
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
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-panel max-lg:[&>*:nth-child(-n+2)]:border-b max-lg:[&>*:nth-child(odd):nth-child(-n+4)]:border-r lg:grid-cols-4 [&>*:last-child]:border-t lg:[&>*:nth-child(n+2):nth-child(-n+4)]:border-l [&>*]:border-line">
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
      <div className="relative col-span-full flex min-h-11 min-w-0 flex-wrap items-baseline gap-x-2 px-4 py-2.5 text-sm max-sm:px-3">
        <dt className="font-medium">
          <Link
            to="/admin/takings"
            className={`underline decoration-brass underline-offset-4 ${rowLinkClass}`}
          >
            Taken today
          </Link>
        </dt>
        <dd className="min-w-0 text-stone tabular-nums wrap-anywhere">
          <TakenToday taken={taken} expected={expectedCents(today.bookings)} />
        </dd>
      </div>
    </dl>
  );
}
