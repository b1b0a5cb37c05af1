import type { ReactNode } from 'react';
import type { LastVisitNote } from '../../../../src/contracts/customers/visits.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { dayText } from '../../ui/instant-text.ts';

/** The note by staff about the last visit, such as the colour formula, where the customer comes next. */
export function LastVisit({ note, children }: { note: LastVisitNote; children?: ReactNode }) {
  const today = useSalonToday();
  return (
    <section
      aria-label="Last visit note"
      className="rounded-r-md border-l-2 border-brass bg-sand px-2.5 py-1.5 text-sm"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-stone">
        <span>Note on the visit of {dayText(note.appointment_date, today)}</span>
        {children}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
    </section>
  );
}
