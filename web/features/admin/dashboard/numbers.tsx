import { Link } from 'react-router-dom';
import type { Dashboard } from '../../../../src/contracts/dashboard.ts';

const WHOLE = new Intl.NumberFormat('en-US');
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The numbers of the salon, each leading to the appointments behind it where there is such a list. */
export function Numbers({ stats }: { stats: Dashboard['stats'] }) {
  const shown = [
    { label: 'Total bookings', value: WHOLE.format(stats.total_bookings), to: '/admin/appointments' },
    { label: "Today's bookings", value: WHOLE.format(stats.todays_bookings) },
    { label: 'Total revenue', value: moneyText(stats.total_revenue) },
    {
      label: 'Pending',
      value: WHOLE.format(stats.pending_bookings),
      to: '/admin/appointments?status=pending',
    },
  ];
  return (
    <dl className="grid grid-cols-2 divide-line overflow-hidden rounded-md border border-line bg-panel max-lg:[&>*:nth-child(-n+2)]:border-b max-lg:[&>*:nth-child(odd)]:border-r lg:grid-cols-4 lg:divide-x [&>*]:border-line">
      {shown.map(({ label, value, to }) => (
        <div key={label} className="relative min-w-0 px-4 py-3.5">
          <dt className="text-xs text-stone">
            {to ? (
              <Link
                to={to}
                className="underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
              >
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="truncate font-display text-xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `$12,345.00`. Not by way of a number with a fraction when it is more than a number holds exactly. */
function moneyText(amount: string): string {
  const sum = Number(amount.replace(/[$,]/g, ''));
  return Number.isFinite(sum) ? MONEY.format(sum) : amount;
}
