import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { dayOfWeek, type SalonDate } from '../../../salon/salon-time.ts';
import { dayClocks } from './checks.ts';
import type { DayCommand, DayHours, KnownBookings } from './day-decisions.ts';
import type { AgendaAndHours } from './decider.ts';
import { createEachDay, runOnDay, summaryOf } from './each-day.ts';
import { agendaStream } from './events.ts';
import { hoursOf } from './state.ts';

export interface HoursOnDate extends DayHours {
  readonly date: SalonDate;
}

/** Commands by which staff give single dates hours of their own, in which the weekly hours don't apply. No booking moves. */
export function createDayHoursCommands({ agendas, windowsOn, ...time }: AgendaAndHours) {
  const clockOn = dayClocks(time);
  const eachDay = createEachDay(agendas);

  const changeOn = (date: SalonDate, known: KnownBookings) => ({
    weekly: windowsOn(dayOfWeek(date)),
    clock: clockOn(date),
    ...known,
  });

  const setting =
    ({ date, windows, off }: HoursOnDate, known: KnownBookings) =>
    (): DayCommand => ({ kind: 'SetDayHours', windows, off, ...changeOn(date, known) });

  return {
    clockOn,

    /** Without windows, the salon is closed on this date. */
    set: (hours: HoursOnDate, known: KnownBookings, run: CommandRun) =>
      runOnDay(agendas, hours.date, setting(hours, known), run),

    /** The same for several dates, of which each is done or refused. */
    async setEach(days: readonly HoursOnDate[], known: KnownBookings, run: CommandRun) {
      const steps = days.map((hours) => ({ date: hours.date, command: setting(hours, known) }));
      const asks = known.acknowledged ? null : 'appointments-outside-hours';
      return summaryOf(await eachDay(steps, run, asks));
    },

    /** The weekly hours apply to the date again. */
    clear: (date: SalonDate, known: KnownBookings, run: CommandRun) =>
      runOnDay(agendas, date, () => ({ kind: 'ClearDayHours', ...changeOn(date, known) }), run),

    /** The weekly hours on the date's weekday. */
    weeklyOn: (date: SalonDate) => windowsOn(dayOfWeek(date)),

    /** The present hours of a date, and whether they are its own. */
    presentHoursOn: (date: SalonDate) =>
      agendas.read(agendaStream(date), ({ state }) => ({
        windows: hoursOf(state, windowsOn(dayOfWeek(date))),
        areOwn: state.ownHours !== null,
      })),
  };
}

export type DayHoursCommands = ReturnType<typeof createDayHoursCommands>;
