import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Customer } from '../../../src/contracts/customers/customers.ts';
import type { CustomerBooking } from '../../../src/contracts/customers/visits.ts';
import { beforeText } from '../../../src/contracts/customers/visits-before.ts';
import { useSalonNow } from '../../salon/use-salon-now.ts';
import { dayText } from '../ui/instant-text.ts';
import { centsText, numberText } from '../ui/number-text.ts';
import { upcomingOf } from './upcoming-bookings.ts';

/** The columns for so many facts on wider screens. The last one of an odd number fills its line. */
const COLUMNS: Readonly<Record<number, string>> = {
  3: 'sm:grid-cols-3 [&>:last-child]:max-sm:col-span-2',
  4: 'sm:grid-cols-4',
  5: 'sm:grid-cols-3 lg:grid-cols-5 [&>:last-child]:max-lg:col-span-2',
};

/** When a customer comes next, when and how often they came, and what that brought. */
export function KeyFacts({ customer }: { customer: Customer }) {
  const { next_visit, last_visit, visits, spent_cents, no_shows, service_history } = customer;
  const now = useSalonNow();
  const next = upcomingOf(customer, now)[0];
  const last = service_history.find(
    ({ appointment_date, status }) =>
      appointment_date === last_visit && (status === 'completed' || status === 'confirmed'),
  );
  const day = (date: string | null, entry: CustomerBooking | undefined) =>
    date === null ? (
      <span className="text-stone">None</span>
    ) : entry ? (
      <Link
        to={`/admin/appointments/${entry.id}`}
        className="inline-flex items-center underline decoration-brass decoration-1 underline-offset-4 pointer-coarse:-my-2 pointer-coarse:min-h-11"
      >
        {dayText(date, now.date)}
      </Link>
    ) : (
      dayText(date, now.date)
    );
  const { before } = customer;
  const facts = 3 + [spent_cents, no_shows].filter((fact) => fact !== undefined).length;
  return (
    <div className="space-y-2">
      <dl
        className={`grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line ${COLUMNS[facts]}`}
      >
        <Fact label="Next visit" more={next?.appointment_time}>
          {day(next_visit, next)}
        </Fact>
        <Fact label="Last visit">{day(last_visit, last)}</Fact>
        <Fact label="Visits">{numberText(visits)}</Fact>
        {spent_cents !== undefined && <Fact label="Spent">{centsText(spent_cents)}</Fact>}
        {no_shows !== undefined && <Fact label="No-shows">{numberText(no_shows)}</Fact>}
      </dl>
      {before && <p className="text-sm text-stone">Before: {beforeText(before)}.</p>}
    </div>
  );
}

function Fact({ label, more, children }: { label: string; more?: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-panel px-4 py-3.5 max-sm:px-3">
      <dt className="text-xs text-stone">{label}</dt>
      <dd className="font-display text-lg tabular-nums">
        {children}
        {more && <span className="block font-sans text-xs text-stone">{more}</span>}
      </dd>
    </div>
  );
}
