import { Link } from 'react-router-dom';
import type { Customer } from '../../../src/contracts/customers/customers.ts';
import { StatusBadge } from '../../salon/status-badge.tsx';
import { listedWhen, servicesText } from '../bookings/booking-text.ts';
import { amountText } from '../ui/number-text.ts';

/** A customer's appointments, the latest first. */
export function ServiceHistory({ customer }: { customer: Customer }) {
  const { service_history: history, service_history_total: total } = customer;
  return (
    <section aria-label="Service History" className="min-w-0 space-y-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal">
        Service History <span className="font-normal text-stone tabular-nums">{total}</span>
      </h2>
      {history.length === 0 && <p className="text-sm text-stone">No service history yet</p>}
      {history.length > 0 && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {history.map((visit) => (
            <li key={visit.id}>
              <Link
                to={`/admin/appointments/${visit.id}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs hover:bg-sand/60 focus-visible:-outline-offset-2"
              >
                <span className="font-medium tabular-nums">{listedWhen(visit)}</span>
                <StatusBadge status={visit.status} compact />
                <span className="flex w-full flex-wrap justify-between gap-x-4 text-stone tabular-nums">
                  <span>{servicesText(visit)}</span>
                  {visit.total_amount !== undefined && <span>{amountText(visit.total_amount)}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total > history.length && history.length > 0 && (
        <p className="text-xs text-stone">The latest {history.length} are shown.</p>
      )}
    </section>
  );
}
