import { useState } from 'react';
import { type CalendarDay, openHours } from '../../../../src/contracts/bookings/calendar.ts';
import type { Schedule } from '../../../../src/contracts/salon/admin-hours.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { workingWindows } from '../../../../src/salon/team.ts';
import { intervalOf } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { StaffChange } from '../../bookings/affected/affected-dialog.tsx';
import { useAcknowledged } from '../../bookings/affected/use-acknowledged.tsx';
import { ofStylist } from '../../bookings/after-change.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { REMOVE_HOURS, SCHEDULE, SWITCH_HOURS } from '../../hours/weekly-commands.ts';
import { dayText } from '../../ui/instant-text.ts';
import { shortRange } from '../../ui/time-range.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { weekdayOf } from '../plan/calendar-text.ts';
import { CLEAR_DAY_HOURS } from './date-commands.ts';
import { DatesHoursDialog } from './dates-hours-dialog.tsx';
import { DELETED, type Hours, type HoursActions, type ShownHours, SWITCHED, weeklyChange } from './hours.ts';
import { HoursDialog } from './hours-dialog.tsx';
import { useSetHours } from './use-set-hours.ts';

/** Hours apply to every week, so the question names the weekday. */
const changeOf = (verb: string, date: string, hours: Hours, changed?: Interval): StaffChange => ({
  question: `${verb} ${weekdayOf(date)}s ${shortRange(hours)}?`,
  verb,
  after: weeklyChange(date, hours, changed),
});

/** The hours of a date's weekday: the salon's, or a stylist's within those that the salon has on the date. */
function weeklyHours(
  { hours }: Schedule,
  day: CalendarDay,
  stylist: AdminStylist | undefined,
): readonly Interval[] {
  const onDay = ({ day_of_week }: { readonly day_of_week: number }) => day_of_week === dayOfWeek(day.date);
  if (!stylist) return hours.filter((one) => one.is_available && onDay(one)).map(intervalOf);
  const own = stylist.week?.filter(onDay).flatMap(({ windows }) => windows.map(intervalOf)) ?? null;
  return workingWindows(own, openHours(day));
}

/**
 * Changes of the hours, and the dialogs that belong to them.
 *
 * - `askForWeek` asks for the hours of one week alone, first for that of a date
 */
export function useHours() {
  const schedule = useAdminQuery(SCHEDULE, 'now').data;
  const version = schedule?.version;
  const { run, dialog } = useAcknowledged();
  const [form, setForm] = useState<{ date: SalonDate; hours: ShownHours | null } | null>(null);
  const [dates, setDates] = useState<{
    date: SalonDate;
    isWeek: boolean;
    stylistId: string;
  } | null>(null);
  const switching = useCommand(SWITCH_HOURS);
  const removing = useCommand(REMOVE_HOURS);
  const clearing = useCommand(CLEAR_DAY_HOURS);
  const set = useSetHours(run);
  const today = useSalonToday();
  const { stylists } = useTeam();
  const { undoButton } = useEventUndo();

  async function switchHours(date: SalonDate, hours: Hours, is_available: boolean) {
    const { id } = hours;
    try {
      const answer = await run(
        is_available ? changeOf('Switch on', date, hours, hours) : changeOf('Switch off', date, hours),
        (acknowledged) => switching.send({ id, is_available, ...acknowledged }, version),
      );
      if (answer) toastSuccess(SWITCHED[0], undefined, undoButton('hours', 'week', answer));
    } catch (error) {
      toastFailure(error, SWITCHED[1]);
    }
  }

  async function remove(date: SalonDate, hours: Hours) {
    const { id } = hours;
    try {
      const answer = await run(changeOf('Delete', date, hours), (acknowledged) =>
        removing.send({ id, ...acknowledged }, version),
      );
      if (answer) toastSuccess(DELETED[0], undefined, undoButton('hours', 'week', answer));
    } catch (error) {
      toastFailure(error, DELETED[1]);
    }
  }

  async function setOwn(...[date, hours, version, [done, failed]]: Parameters<HoursActions['setOwn']>) {
    try {
      await set([{ date, ...hours }], version, done);
    } catch (error) {
      toastFailure(error, failed);
    }
  }

  async function backToWeekly(day: CalendarDay, stylist_id?: string) {
    const { date } = day;
    const stylist = stylists.find(({ id }) => id === stylist_id);
    const ofWho = stylist ? ` of ${stylistName(stylist)}` : '';
    const change: StaffChange = {
      question: `Back to the weekly hours${ofWho} on ${dayText(date, today)}?`,
      verb: 'Back to weekly',
      stylist,
      after: ofStylist(stylist_id, (asked) =>
        asked === date && schedule
          ? { windows: weeklyHours(schedule, day, stylist), blocked: [] }
          : undefined,
      ),
    };
    try {
      const answer = await run(change, (acknowledged) =>
        clearing.send({ date, stylist_id, ...acknowledged }),
      );
      if (answer)
        toastSuccess(`Weekly hours${ofWho} again`, dayText(date, today), undoButton('day', date, answer));
    } catch (error) {
      toastFailure(error, 'Failed to set the hours');
    }
  }

  const actions: HoursActions = {
    add: (date) => setForm({ date, hours: null }),
    edit: (date, hours) => setForm({ date, hours }),
    switchHours,
    remove,
    setOwn,
    editOwn: (date, stylistId = '') => setDates({ date, isWeek: false, stylistId }),
    backToWeekly,
  };

  return {
    actions,
    askForWeek: (date: SalonDate, stylistId = '') => setDates({ date, isWeek: true, stylistId }),
    dialogs: (
      <>
        {form && <HoursDialog {...form} acknowledge={run} onClose={() => setForm(null)} />}
        {dates && <DatesHoursDialog {...dates} acknowledge={run} onClose={() => setDates(null)} />}
        {dialog}
      </>
    ),
  };
}
