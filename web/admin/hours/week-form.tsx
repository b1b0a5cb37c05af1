import { useEffect } from 'react';
import type { Path } from 'react-hook-form';
import { ChangeWeek, type Schedule } from '../../../src/contracts/salon/admin-hours.ts';
import { type Interval, isSameInterval, overlaps } from '../../../src/salon/slots.ts';
import { intervalOf } from '../../../src/salon/time-text.ts';
import { useAcknowledged } from '../bookings/affected/use-acknowledged.tsx';
import type { ComparedField } from '../ui/conflict-callout.tsx';
import { useDiscardQuestion } from '../ui/dialog/use-discard-question.tsx';
import { SaveBar } from '../ui/form/save-bar.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { shortRange } from '../ui/time-range.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { Times, type TypedTimes, typedTimes } from './times-fields.tsx';
import { useChangeWeek } from './use-change-week.ts';
import { requestedDays, type TypedDays, WEEKDAYS, WeekFields } from './week-fields.tsx';
import { hoursText, openIn, weekdaysOf } from './weekdays.ts';

const COMPARED: readonly ComparedField<Schedule>[] = WEEKDAYS.map(({ day, name }) => [
  name,
  ({ hours }) => hoursText(hours.filter(({ day_of_week }) => day_of_week === day)),
]);

/**
 * The hours of the seven weekdays, which are saved together. Changes by others are shown as long as nothing is typed.
 *
 * @param onRenew shows the present hours instead of what is typed
 */
export function WeekForm({ current, onRenew }: { current: Schedule; onRenew: () => void }) {
  const { run, dialog } = useAcknowledged();
  const changeWeek = useChangeWeek(run);
  const conflict = useConflict({ opened: current, current, fields: COMPARED, onTakeTheirs: onRenew });
  const { base, version } = conflict;
  const present = weekdaysOf(base);
  const { typed, errorOf, change, isDirty, formState, ...form } = useAdminForm({
    values: { days: present.map(({ hours }) => openIn(hours).map(typedTimes)) as TypedDays },
    schema: ChangeWeek,
    toRequest: ({ days }) => ({ days: requestedDays(days) }),
    async send(request) {
      if (await changeWeek(request, version)) onRenew();
    },
    onFailure: (error) =>
      conflict.isConflict(error) || toastFailure(error, 'Failed to save the opening hours'),
  });
  const { days } = typed;
  const isWrong = Object.keys(formState.errors).length > 0;
  const { question } = useDiscardQuestion({
    title: 'Discard these hours?',
    isTouched: isDirty,
    onClose: onRenew,
  });
  useEffect(() => {
    if (!isDirty && base.version !== current.version) onRenew();
  });

  return (
    <form noValidate aria-label="Opening hours" onSubmit={form.submit} className="max-w-3xl">
      {conflict.callout && <div className="pb-4">{conflict.callout}</div>}
      <WeekFields
        name="days"
        days={days}
        errorOf={(path) => errorOf(path as Path<{ days: TypedDays }>)}
        onChange={(days) => change({ days })}
        below={(index) => (
          <OffHours
            off={(present[index]?.hours ?? []).filter(({ is_available }) => !is_available).map(intervalOf)}
            times={days[index] ?? []}
          />
        )}
      />
      {isDirty && <SaveBar busy={form.pending} isWrong={isWrong} onDiscard={onRenew} />}
      {question}
      {dialog}
    </form>
  );
}

/** Hours of a weekday that are switched off, and which of them the typed times replace. */
function OffHours({ off, times }: { off: readonly Interval[]; times: readonly TypedTimes[] }) {
  const typed = times.flatMap((one) => Times.safeParse(one).data ?? []);
  const shown = off.filter((one) => !typed.some((time) => isSameInterval(time, one)));
  return shown.map((one) => (
    <p key={one.start} className="text-xs text-stone tabular-nums">
      Switched off: {shortRange(one)}
      {typed.some((time) => overlaps(time, one)) && '. The times above replace it.'}
    </p>
  ));
}
