import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Callout } from '../../../ui/callout.tsx';
import { doneDays } from '../../data/command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { dayText } from '../../ui/instant-text.ts';

/** The outcome for each day of a request about several, of which some were refused. Sent again, the request does the rest. */
export function RefusedDays({
  days,
  busy,
  onRetry,
}: {
  days: readonly DayOutcome[];
  busy: boolean;
  onRetry: () => void;
}) {
  const today = useSalonToday();
  const done = doneDays({ days }).length;
  return (
    <Callout
      tone="error"
      actions={
        <AdminButton busy={busy} onClick={onRetry}>
          Try the others again
        </AdminButton>
      }
    >
      <p className="font-medium">
        {done} of {days.length} days are done.
      </p>
      <ul>
        {days.map((day) => (
          <li key={day.date}>
            <span className="tabular-nums">{dayText(day.date, today)}</span>:{' '}
            {'detail' in day ? day.detail : 'done'}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
