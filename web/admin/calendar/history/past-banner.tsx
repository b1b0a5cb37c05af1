import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarChange } from '../../../../src/contracts/bookings/calendar-changes.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { recordInstant } from '../../ui/instant-text.ts';
import { useShortcut } from '../../ui/shortcuts/shortcuts.ts';
import { FailedState } from '../../ui/states.tsx';
import { MOMENT_PARAMETER } from '../plan/span.ts';
import { AsItWas } from './as-it-was.tsx';
import type { useSteps } from './use-steps.ts';

/** Says that the calendar is shown as it was, at which moment and after which change, and leads to other moments and back to now. */
export function PastBanner({
  asked,
  steps: { last, earlier, later, error, reload },
  isMarked,
  onMark,
}: {
  /** The instant that is asked for, or that of the shown position. Null before the first event, undefined while it is loading. */
  asked: string | null | undefined;
  steps: ReturnType<typeof useSteps>;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
}) {
  const { time_zone } = useSalon();
  const [, changeAddress] = useAddressQuery();
  const goTo = (change: CalendarChange | undefined) => {
    if (change) changeAddress((next) => next.set(MOMENT_PARAMETER, change.position), { replace: true });
  };
  // In the grid, arrow keys lead from appointment to appointment.
  const byKey = (change: CalendarChange | undefined) => () => {
    if (!document.activeElement?.closest('[data-appointment]')) goTo(change);
  };
  useShortcut(['ArrowLeft'], 'Earlier change of the calendar', byKey(earlier), { repeats: true });
  useShortcut(['ArrowRight'], 'Later change of the calendar', byKey(later), { repeats: true });

  return (
    <section
      aria-label="The calendar as it was"
      className="space-y-2 rounded-md border border-info/30 bg-info-tint px-4 py-3 text-sm max-sm:px-3 max-sm:py-2"
    >
      <div className="flex gap-2.5">
        <History aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-info max-sm:hidden" />
        <div role="status" className="min-w-0 flex-1">
          <p>
            <b className="font-semibold">
              {asked === null
                ? 'As it was before anything was recorded.'
                : asked && `As it was on ${recordInstant(asked, time_zone)}.`}
            </b>{' '}
            Nothing can be changed here.
          </p>
          {last && (
            <p className="text-xs text-stone wrap-anywhere">
              Last change of these days{last.at !== asked && `, on ${recordInstant(last.at, time_zone)}`}:{' '}
              {last.what}.
            </p>
          )}
        </div>
      </div>
      {error && (
        <FailedState what="The changes of these days couldn’t be loaded" error={error} onRetry={reload} />
      )}
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Step label="Earlier change" isPossible={earlier !== undefined} onStep={() => goTo(earlier)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          <StepText word="Earlier" />
        </Step>
        <Step label="Later change" isPossible={later !== undefined} onStep={() => goTo(later)}>
          <StepText word="Later" />
          <ChevronRight aria-hidden="true" className="size-4" />
        </Step>
        <AdminButton onClick={() => changeAddress((next) => next.delete(MOMENT_PARAMETER))}>
          Back to now
        </AdminButton>
        <AsItWas label="Other moment..." at={asked} />
        <span className="flex items-center gap-1 sm:ml-auto">
          <Switch label="Mark what is different now" checked={isMarked} onChange={onMark} />
          <span aria-hidden="true" className="max-sm:text-xs">
            Mark what is different <span className="max-sm:hidden">now</span>
          </span>
        </span>
      </div>
    </section>
  );
}

/** A phone has room for its first word only. */
const StepText = ({ word }: { word: 'Earlier' | 'Later' }) => (
  <span>
    {word} <span className="max-sm:hidden">change</span>
  </span>
);

/** A button that keeps the focus where there is no further change. */
function Step({
  label,
  isPossible,
  onStep,
  children,
}: {
  label: string;
  isPossible: boolean;
  onStep: () => void;
  children: ReactNode;
}) {
  return (
    <AdminButton
      aria-label={label}
      aria-disabled={!isPossible}
      className="px-2 aria-disabled:opacity-40"
      onClick={onStep}
    >
      {children}
    </AdminButton>
  );
}
