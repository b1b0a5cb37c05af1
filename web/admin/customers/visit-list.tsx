import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Customer } from '../../../src/contracts/customers/customers.ts';
import type { CustomerBooking } from '../../../src/contracts/customers/visits.ts';
import { plain } from '../../../src/salon/search-text.ts';
import { StatusBadge } from '../../salon/status-badge.tsx';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { servicesText, whenText } from '../bookings/booking-text.ts';
import { NoteDialog } from '../bookings/notes/note-dialog.tsx';
import { AdminButton } from '../ui/button.tsx';
import { dayText } from '../ui/instant-text.ts';
import { amountText, numberText } from '../ui/number-text.ts';

/** How many are shown at first: more than most customers have. */
const FIRST = 20;

/** A customer's appointments with the notes on the visits, the latest first. */
export function VisitList({ customer }: { customer: Customer }) {
  const { service_history: history, service_history_total: total, other_visits = [] } = customer;
  const today = useSalonToday();
  const [isAll, setAll] = useState(false);
  const [noted, setNoted] = useState<string | null>(null);
  const visit = history.find(({ id }) => id === noted);
  const shown = isAll ? history : history.slice(0, FIRST);
  return (
    <section aria-label="Appointments" className="min-w-0 space-y-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal">
        {customer.other_visits ? 'Your appointments' : 'Appointments'}{' '}
        <span className="font-normal text-stone tabular-nums">{numberText(total)}</span>
      </h2>
      {history.length === 0 ? (
        <p className="text-sm text-stone">No appointments yet</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-panel">
          {shown.map((entry) => (
            <Visit
              key={entry.id}
              entry={entry}
              name={bookedAs(customer, entry)}
              onNote={() => setNoted(entry.id)}
            />
          ))}
        </ul>
      )}
      {shown.length < history.length && (
        <AdminButton onClick={() => setAll(true)}>Show all {numberText(history.length)}</AdminButton>
      )}
      {isAll && total > history.length && (
        <p className="text-xs text-stone">The latest {numberText(history.length)} are shown.</p>
      )}
      {other_visits.length > 0 && (
        <>
          <h3 className="pt-3 font-sans text-sm font-semibold tracking-normal">With others</h3>
          <ul className="divide-y divide-line rounded-md border border-line bg-panel">
            {other_visits.map(({ appointment_date, services }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: these visits have no ids, and keep their order
              <li key={index} className="px-3 py-2.5 text-sm sm:px-4">
                <span className="font-medium tabular-nums">{dayText(appointment_date, today)}</span>
                <span className="block text-stone wrap-anywhere">{services.join(', ')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {visit && <NoteDialog visit={visit} onClose={() => setNoted(null)} />}
    </section>
  );
}

function Visit({
  entry,
  name,
  onNote,
}: {
  entry: CustomerBooking;
  /** The name that it was booked under, where that is another one. */
  name: string | undefined;
  onNote: () => void;
}) {
  const today = useSalonToday();
  const { id, status, total_amount, visit_note } = entry;
  const when = whenText(entry, today);
  return (
    <li className="space-y-1 px-3 py-2.5 text-sm sm:px-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={`/admin/appointments/${id}`}
          className="font-medium tabular-nums underline-offset-4 hover:underline pointer-coarse:py-3"
        >
          {when}
        </Link>
        <StatusBadge status={status} compact />
        {total_amount !== undefined && (
          <span className="ml-auto text-stone tabular-nums">{amountText(total_amount)}</span>
        )}
      </p>
      <p className="text-stone wrap-anywhere">
        {servicesText(entry)}
        {name && <span className="font-medium text-warn"> · Booked as {name}</span>}
      </p>
      {visit_note && (
        <p className="rounded-md bg-sand px-2.5 py-1.5 whitespace-pre-line wrap-anywhere">{visit_note}</p>
      )}
      <button
        type="button"
        aria-label={`${visit_note ? 'Edit' : 'Add'} note: ${when}`}
        onClick={onNote}
        className="min-h-6 text-xs text-stone underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        {visit_note ? 'Edit note' : 'Add note'}
      </button>
    </li>
  );
}

/** The name that an appointment was booked under, if it isn't on any of the person's cards. */
function bookedAs(
  { name, merged }: Pick<Customer, 'name' | 'merged'>,
  { customer_name }: { readonly customer_name: string | null },
): string | undefined {
  if (customer_name === null) return undefined;
  const known = [name, ...merged.map((other) => other.name)].map(plain);
  return known.includes(plain(customer_name)) ? undefined : customer_name;
}

/** Says under which other names this customer's appointments were booked: a search for these finds nobody. */
export function BookedAs({ customer }: { customer: Customer }) {
  const names = [...new Set(customer.service_history.flatMap((entry) => bookedAs(customer, entry) ?? []))];
  if (names.length === 0) return null;
  return (
    <p className="max-w-3xl rounded-md bg-warn-tint px-2.5 py-1.5 text-sm wrap-anywhere">
      <span className="font-medium">Also booked as {names.join(', ')}.</span> These appointments are here
      because their phone or email is this customer’s, so a search for customers doesn’t find that name. If it
      is somebody else, open the appointment and choose “Change Customer...”.
    </p>
  );
}
