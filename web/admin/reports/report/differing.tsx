import type { ReportColumn } from '../../../../src/contracts/reports/reports.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { countText } from '../../ui/number-text.ts';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { DIFFERENCES, type FigureQuestion } from '../data/queries.ts';
import { whatDiffers } from '../plan/differences.ts';
import { AppointmentLink } from './appointments-dialog.tsx';

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
  const title = `What differs in “${column.label}”`;
  return (
    <section aria-label={title} className="space-y-2 text-sm">
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
          {differences.map((difference) => {
            const appointment = difference.after ?? difference.before;
            return (
              appointment && (
                <li key={difference.id}>
                  <AppointmentLink appointment={appointment}>
                    <span className="ml-auto rounded-full bg-warn-tint px-2 py-0.5 font-medium text-warn forced-colors:border">
                      {whatDiffers(difference, column.unit).join(' · ')}
                    </span>
                  </AppointmentLink>
                </li>
              )
            );
          })}
        </ul>
      )}
    </section>
  );
}
