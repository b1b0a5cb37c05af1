import { History } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { addSalonDays } from '../../../../src/salon/salon-time.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Notice } from '../../../ui/notice.tsx';
import { hoursAround, typedInstant } from '../../bookings/same-source/typed-instant.ts';
import { AdminButton } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { recordMoment } from '../../ui/moment-text.ts';

/** The button "As it stood…", which asks for a date and a time by the salon's clock. */
export function MomentForm({
  asOf,
  onChoose,
}: {
  asOf: string | undefined;
  onChoose: (instant: string) => void;
}) {
  const { time_zone } = useSalon();
  const today = useSalonToday();
  const [isOpen, setOpen] = useState<boolean>();
  const [typed, setTyped] = useState(() =>
    asOf === undefined ? `${addSalonDays(today, -1)}T18:00` : hoursAround(asOf, 0, time_zone).from,
  );
  const [problem, setProblem] = useState<string>();
  const field = useId();
  const wrong = useId();

  function show(event: FormEvent) {
    event.preventDefault();
    const instant = typedInstant(typed, time_zone);
    const isAhead = instant !== null && instant > new Date().toISOString();
    setProblem(
      instant === null ? 'Please enter a date and a time.' : isAhead ? 'This lies ahead.' : undefined,
    );
    if (instant === null || isAhead) return;
    setOpen(false);
    onChoose(instant);
  }

  if (!isOpen) {
    return (
      // It takes the place of the form that was left.
      <AdminButton autoFocus={isOpen === false} onClick={() => setOpen(true)}>
        <History aria-hidden="true" className="size-4" />
        As it stood…
      </AdminButton>
    );
  }
  return (
    <form onSubmit={show} noValidate className="flex flex-wrap items-end gap-2 max-sm:w-full">
      <div className="max-sm:w-full">
        <label htmlFor={field} className="block pb-1 text-xs text-stone">
          As it stood on
        </label>
        <input
          id={field}
          type="datetime-local"
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
          autoFocus
          value={typed}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : wrong}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          className={`${controlClass} px-2!`}
        />
      </div>
      <AdminButton type="submit" look="primary">
        Show
      </AdminButton>
      <AdminButton look="quiet" onClick={() => setOpen(false)}>
        Cancel
      </AdminButton>
      {problem !== undefined && (
        <p id={wrong} role="alert" className="w-full text-sm text-bad">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Says that a report is one of the past. */
export function MomentNotice({ asOf, onNow }: { asOf: string; onNow: () => void }) {
  const { time_zone } = useSalon();
  return (
    <div className="pb-4">
      <Notice
        actions={
          <AdminButton className="print:hidden" onClick={onNow}>
            Back to now
          </AdminButton>
        }
      >
        <p className="text-sm">
          <span className="font-medium">As it stood on {recordMoment(asOf, time_zone)}.</span> Below each
          number is what it is now; those that differ are tinted.
        </p>
      </Notice>
    </div>
  );
}
