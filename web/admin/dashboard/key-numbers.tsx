import { Link } from 'react-router-dom';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { amountText, numberText } from '../ui/number-text.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';

/** The salon's key numbers. Where a list has the appointments behind a number, it links to that list. */
export function Numbers({ stats }: Pick<Dashboard, 'stats'>) {
  const shown: readonly { readonly label: string; readonly value: string; readonly to?: string }[] = [
    { label: 'Total bookings', value: numberText(stats.total_bookings), to: '/admin/appointments' },
    { label: "Today's bookings", value: numberText(stats.todays_bookings) },
    ...(stats.total_revenue === undefined
      ? []
      : [{ label: 'Total revenue', value: amountText(stats.total_revenue) }]),
    {
      label: 'Pending',
      value: numberText(stats.pending_bookings),
      to: '/admin/appointments?status=pending',
    },
  ];
  return (
    <dl
      className={`grid grid-cols-2 overflow-hidden rounded-md border border-line bg-panel max-lg:[&>*:nth-child(-n+2)]:border-b max-lg:[&>*:nth-child(odd)]:border-r ${shown.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'} lg:[&>*:nth-child(n+2)]:border-l [&>*]:border-line`}
    >
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
    </dl>
  );
}
