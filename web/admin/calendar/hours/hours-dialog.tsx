import { useState } from 'react';
import { z } from 'zod';
import { dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { clocksOf, intervalOf } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import type { Acknowledge } from '../../bookings/affected/use-acknowledged.tsx';
import { useMay } from '../../data/role.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { NO_TIMES, Times, TimesFields, typedTimes } from '../../hours/times-fields.tsx';
import { useChangeWeek } from '../../hours/use-change-week.ts';
import { openIn } from '../../hours/weekdays.ts';
import { ADD_HOURS, CHANGE_HOURS, SCHEDULE } from '../../hours/weekly-commands.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { dayText } from '../../ui/instant-text.ts';
import { shortRange } from '../../ui/time-range.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { weekdayOf } from '../plan/calendar-text.ts';
import { DAY } from './date-commands.ts';
import { ADD_FAILED, areWeekly, type ShownHours, weeklyChange, withOwnHours } from './hours.ts';
import { useSetHours } from './use-set-hours.ts';
import { WeekdaysField } from './weekdays-field.tsx';

/**
 * Adds hours, or changes the times of existing ones: of a weekday, or of one date alone. What was typed stays if the server refuses it.
 */
export function HoursDialog({
  date,
  hours,
  acknowledge,
  onClose,
}: {
  date: SalonDate;
  /** Null for new ones. Those of the date alone stay so. */
  hours: ShownHours | null;
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const adding = useCommand(ADD_HOURS);
  const changing = useCommand(CHANGE_HOURS);
  const setOwn = useSetHours(acknowledge);
  const { undoButton } = useEventUndo();
  const today = useSalonToday();
  const { data: dayNow, error: loading } = useAdminQuery(DAY, date >= today ? { date } : null);
  const weekly = hours && areWeekly(hours) ? hours : null;
  /** A date with hours of its own has no part in the weekly ones. */
  const isOwn = hours ? !weekly : dayNow?.from === 'date';
  const [isChosen, setOnlyThis] = useState(false);
  const mayWeekly = useMay()('owners');
  const isOnlyThis = isOwn || isChosen || !mayWeekly;
  const schedule = useAdminQuery(SCHEDULE, 'now').data;
  const { typed, errorOf, change, setError, ...form } = useAdminForm({
    values: {
      times: hours ? typedTimes(hours) : NO_TIMES,
      /** Other weekdays that shall have the same hours. */
      others: [] as readonly number[],
    },
    schema: z.object({ times: Times }),
    fields: { days: 'times' },
    send: save,
    onFailure: refused,
  });
  const { times, others } = typed;
  const problem = errorOf('times');
  const changeWeek = useChangeWeek(acknowledge);
  const weekday = weekdayOf(date);
  const day = dayOfWeek(date);
  const version = schedule?.version;
  const [title, done, failed] = hours
    ? ['Edit hours', 'Time slot updated successfully', 'Failed to update time slot']
    : ['Add hours', 'New time slot added successfully', ADD_FAILED];

  /** Resolves with whether it is done; staff may change their minds. */
  async function saveThisDay(window: Interval): Promise<boolean> {
    if (!weekly) {
      await adding.send({ day, ...window }, version);
      toastSuccess(done);
      return true;
    }
    const question = `Change ${weekday}s ${shortRange(weekly)} to ${shortRange(window)}?`;
    const after = weeklyChange(date, weekly, window);
    const answer = await acknowledge({ question, verb: 'Change', after }, (acknowledged) =>
      changing.send({ id: weekly.id, ...window, ...acknowledged }, version),
    );
    if (!answer) return false;
    toastSuccess(done, undefined, undoButton('hours', 'week', answer));
    return true;
  }

  /** Gives this weekday and others the same hours, by one command. */
  async function saveForAll(window: Interval): Promise<boolean> {
    const ofDay = (schedule?.hours ?? []).filter((one) => one.day_of_week === day && one.id !== weekly?.id);
    const windows = [...openIn(ofDay), window].map(clocksOf);
    return changeWeek({ days: [day, ...others].map((day_of_week) => ({ day_of_week, windows })) }, version);
  }

  const saveEveryWeek = (window: Interval) =>
    others.length === 0 ? saveThisDay(window) : saveForAll(window);

  async function saveOnlyThis(window: Interval): Promise<boolean> {
    if (!dayNow) throw loading;
    const own = { windows: dayNow.windows.map(intervalOf), off: dayNow.off.map(intervalOf) };
    const is_available = hours?.is_available ?? true;
    const changed = withOwnHours(own, hours, { ...window, is_available });
    return (await setOwn([{ date, ...changed }], dayNow.version, done)) !== null;
  }

  async function save({ times: window }: { times: Interval }): Promise<void> {
    if (await (isOnlyThis ? saveOnlyThis(window) : saveEveryWeek(window))) onClose();
  }

  function refused(error: unknown): void {
    setError('times', { message: commandFailure(error) });
    toastError(failed);
  }

  return (
    <FormDialog
      title={`${title} on ${isOnlyThis ? dayText(date, today) : `${weekday}s`}`}
      description={isOnlyThis ? 'The weekly hours stay as they are.' : 'These hours repeat every week.'}
      width="narrow"
      form={form}
      discard={hours ? 'Discard these changes?' : 'Discard these hours?'}
      save={hours ? 'Save hours' : 'Add hours'}
      isWaiting={date >= today && !dayNow && !loading}
      onClose={onClose}
    >
      {date >= today && !isOwn && mayWeekly && (
        <fieldset>
          <legend className="sr-only">On which days?</legend>
          <Choice name="days" checked={!isOnlyThis} onChange={() => setOnlyThis(false)}>
            Every {weekday}
          </Choice>
          <Choice name="days" checked={isOnlyThis} onChange={() => setOnlyThis(true)}>
            Only {dayText(date, today)}
          </Choice>
        </fieldset>
      )}
      <TimesFields times={times} isWrong={problem !== undefined} onChange={(times) => change({ times })} />
      {!isOnlyThis && schedule && (
        <WeekdaysField
          schedule={schedule}
          day={day}
          chosen={others}
          onChange={(others) => change({ others })}
        />
      )}
      {problem && <Callout tone="error">{problem}</Callout>}
    </FormDialog>
  );
}
