import { useEffect } from 'react';
import type { Path } from 'react-hook-form';
import { ChangeWeek, type Schedule } from '../../../src/contracts/salon/admin-hours.ts';
import { type Interval, isSameInterval, overlaps } from '../../../src/salon/slots.ts';
import { intervalOf } from '../../../src/salon/time-text.ts';
import { useAcknowledged } from '../bookings/affected/use-acknowledged.tsx';
import { adminButtonClass } from '../ui/button.tsx';
import type { ComparedField } from '../ui/conflict-callout.tsx';
import { useDiscardQuestion } from '../ui/dialog/use-discard-question.tsx';
import { SaveBar } from '../ui/form/save-bar.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { Menu } from '../ui/menu/menu.tsx';
import { shortRange } from '../ui/time-range.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { HoursRow } from './hours-row.tsx';
import { Times, type TypedTimes, typedEnd, typedTimes } from './times-fields.tsx';
import { useChangeWeek } from './use-change-week.ts';
import { hoursText, openIn, weekdaysOf } from './weekdays.ts';

/** The typed times of each weekday, Monday first. */
interface TypedWeek {
  readonly days: readonly (readonly TypedTimes[])[];
}

const WEEKDAYS = weekdaysOf({ hours: [] });

const COMPARED: readonly ComparedField<Schedule>[] = WEEKDAYS.map(({ day, name }) => [
  name,
  ({ hours }) => hoursText(hours.filter(({ day_of_week }) => day_of_week === day)),
]);

const toRequest = ({ days }: TypedWeek) => ({
  days: WEEKDAYS.map(({ day }, index) => ({
    day_of_week: day,
    windows: days[index]?.map(({ start, end }) => ({
      start_time: start,
      end_time: typedEnd(end),
    })),
  })),
});

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
    values: { days: present.map(({ hours }) => openIn(hours).map(typedTimes)) } as TypedWeek,
    schema: ChangeWeek,
    toRequest,
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

  const put = (changed: (times: readonly TypedTimes[], index: number) => readonly TypedTimes[]) =>
    change({ days: days.map(changed) });

  /** The first message about a weekday. */
  function problemOf(index: number): string | undefined {
    const path = `days.${index}.windows`;
    const ofTimes = (days[index] ?? []).flatMap((_, at) => [
      `${path}.${at}.start_time`,
      `${path}.${at}.end_time`,
    ]);
    return [path, ...ofTimes].map((one) => errorOf(one as Path<TypedWeek>)).find(Boolean);
  }

  return (
    <form noValidate aria-label="Opening hours" onSubmit={form.submit} className="max-w-3xl">
      {conflict.callout && <div className="pb-4">{conflict.callout}</div>}
      <ul className="divide-y divide-line rounded-md border border-line bg-panel px-4 text-sm max-sm:px-3">
        {present.map(({ name, hours }, index) => {
          const times = days[index] ?? [];
          const problem = problemOf(index);
          return (
            <HoursRow
              key={name}
              name={name}
              times={times}
              usual={usualFor(days, index)}
              isWrong={problem !== undefined}
              onChange={(changed) => put((old, at) => (at === index ? changed : old))}
              menu={
                times.length > 0 && (
                  <Menu
                    aria-label={`Copy the hours of ${name}`}
                    className={`${adminButtonClass('quiet')} px-2`}
                    items={[
                      {
                        label: 'Copy to all open days',
                        onChoose: () => put((old) => (old.length > 0 ? times : old)),
                      },
                      ...WEEKDAYS.filter((other) => other.name !== name).map((other) => ({
                        label: `Copy to ${other.name}`,
                        onChoose: () => put((old, at) => (WEEKDAYS[at]?.name === other.name ? times : old)),
                      })),
                    ]}
                  >
                    Copy
                  </Menu>
                )
              }
            >
              {times.length === 0 && <p className="py-2 text-sm text-stone max-sm:hidden">Closed</p>}
              <OffHours
                off={hours.filter(({ is_available }) => !is_available).map(intervalOf)}
                times={times}
              />
              {problem && (
                <p role="alert" className="text-sm font-medium text-bad">
                  {problem}
                </p>
              )}
            </HoursRow>
          );
        })}
      </ul>
      {isDirty && <SaveBar busy={form.pending} isWrong={isWrong} onDiscard={onRenew} />}
      {question}
      {dialog}
    </form>
  );
}

/** A day is opened like the open one before it, or else like the next. */
const usualFor = (days: readonly (readonly TypedTimes[])[], index: number): readonly TypedTimes[] =>
  [...days.slice(0, index).reverse(), ...days.slice(index + 1)].find(({ length }) => length > 0) ?? [];

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
