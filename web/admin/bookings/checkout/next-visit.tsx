import { dayAs } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { AdminButton } from '../../ui/button.tsx';
import type { useNextVisit } from '../new/use-next-visit.ts';

/** When the customer comes again: once this visit is recorded, the dialog for a new booking opens on that day. */
export function NextVisit({
  dates,
  against,
  chosen,
  onChoose,
}: Pick<ReturnType<typeof useNextVisit>, 'dates' | 'against'> & {
  chosen: SalonDate | null;
  onChoose: (date: SalonDate | null) => void;
}) {
  if (dates.length === 0) return null;
  const status = chosen && against(chosen);
  return (
    <fieldset>
      <legend className="pb-1 font-medium">
        Book the next visit<span className="font-normal text-stone"> (optional)</span>
      </legend>
      <div className="grid grid-cols-3 gap-2">
        {dates.map(({ weeks, date }) => (
          <AdminButton
            key={weeks}
            aria-pressed={chosen === date}
            onClick={() => onChoose(chosen === date ? null : date)}
          >
            {weeks} weeks
          </AdminButton>
        ))}
      </div>
      {chosen && (
        <p aria-live="polite" className="pt-1 text-stone">
          {dayAs(chosen, 'EEE, MMM d')}
          {status && <span className="text-warn"> · {status}</span>}
        </p>
      )}
    </fieldset>
  );
}
