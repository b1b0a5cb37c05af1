import { useState } from 'react';
import type { ReportColumn, ReportedBooking } from '../../../../src/contracts/reports/reports.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { APPOINTMENT_AT, DIFFERENCES, type FigureQuestion } from '../data/queries.ts';
import { type Difference, whatHappened } from '../plan/differences.ts';
import { BookingLink } from './booking-link.tsx';

/** How many of them are listed at once: some are looked up one by one. */
const A_PART = 20;

/** The appointments that add something else to a number now than they did at the moment, and what has happened to them. */
export function Differing({
  column,
  question,
  now,
}: {
  column: ReportColumn;
  question: FigureQuestion;
  /** The position of the present number. */
  now: string;
}) {
  const { data, error, reload } = useAdminQuery(DIFFERENCES, { ...question, now });
  const differences = data ?? [];
  const [most, setMost] = useState(A_PART);
  const shown = differences.slice(0, most);
  const more = Math.min(differences.length - shown.length, A_PART);
  const title = `Differences in “${column.label}”`;
  return (
    // Gets the focus when the button that had it is gone.
    <section aria-label={title} tabIndex={-1} className="space-y-2 text-sm outline-none">
      <h3 className="font-sans text-sm font-semibold tracking-normal">
        {title}
        {data && (
          <span className="pl-1.5 font-normal text-stone tabular-nums">
            {countText(differences.length, 'appointment')}
          </span>
        )}
      </h3>
      {data === undefined && error && (
        <FailedState what="The appointments couldn’t be loaded" error={error} onRetry={reload} />
      )}
      {data === undefined && !error && <RowsSkeleton rows={2} label="Comparing the appointments..." />}
      {data === null && (
        <p className="text-stone">
          These are too many appointments to compare at once. Choose a number in a row of the table, or a
          shorter period.
        </p>
      )}
      {data?.length === 0 && <p className="text-stone">The same appointments are behind both numbers.</p>}
      {differences.length > 0 && (
        <ul aria-label={title} className="divide-y divide-line rounded-md border border-line bg-panel">
          {shown.map((difference) => {
            const appointment = difference.after ?? difference.before;
            return (
              appointment && (
                <li key={difference.id}>
                  <DifferingBooking
                    {...{ difference, column, appointment }}
                    missingAt={difference.after ? question.at : now}
                  />
                </li>
              )
            );
          })}
        </ul>
      )}
      {more > 0 && (
        <div className="flex justify-center pt-2">
          <AdminButton onClick={() => setMost(most + A_PART)}>Show {more} more</AdminButton>
        </div>
      )}
    </section>
  );
}

/** An appointment as it is now, and what has happened to it since the moment. */
function DifferingBooking({
  difference,
  column: { unit },
  appointment,
  missingAt,
}: {
  difference: Difference;
  column: ReportColumn;
  /** How it counts now, or counted at the moment. */
  appointment: ReportedBooking;
  /** The position at which it adds nothing to the number, if it does so at one of the two. */
  missingAt: string;
}) {
  const { id, before, after } = difference;
  // One that is deleted by now has no present state.
  const isAsked = before === undefined || (after === undefined && !before.is_deleted);
  const { data: uncounted, error } = useAdminQuery(APPOINTMENT_AT, isAsked ? { id, at: missingAt } : null);
  const isKnown = !isAsked || uncounted !== undefined || error !== null;
  return (
    <BookingLink appointment={{ ...appointment, ...(!after && uncounted) }}>
      {isKnown && (
        <span className="ml-auto rounded-full bg-warn-tint px-2 py-0.5 font-medium text-warn forced-colors:border">
          {whatHappened(difference, unit, uncounted).join(' · ')}
        </span>
      )}
    </BookingLink>
  );
}
