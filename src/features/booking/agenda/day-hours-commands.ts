import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { StoredStretch } from '../../../salon/parts.ts';
import { dayOfWeek, type SalonDate } from '../../../salon/salon-time.ts';
import { ownWindowsOn } from '../../../salon/team.ts';
import { dayClocks } from './checks.ts';
import {
  type DayCommand,
  type DayHours,
  fallingOutside,
  fallingOutsideWeek,
  type KnownBookings,
  type NewHours,
  type WeeklyHours,
} from './day-decisions.ts';
import type { AgendaAndHours } from './decider.ts';
import { createEachDay, runOnDay, summaryOf } from './each-day.ts';
import { agendaStream } from './events.ts';

export interface HoursOnDate extends DayHours {
  readonly date: SalonDate;
}

/** The weekly hours that a change replaces, before it, and on a weekday after it. */
interface WeekChange {
  readonly before: Partial<WeeklyHours>;
  after(dayOfWeek: number): Partial<WeeklyHours>;
}

/**
 * Commands by which staff give single dates hours of their own, for the salon or for one stylist. The weekly hours don't apply then. No
 * booking moves.
 */
export function createDayHoursCommands({ agendas, windowsOn, stylists, ...time }: AgendaAndHours) {
  const clockOn = dayClocks(time);
  const eachDay = createEachDay(agendas);

  const weeklyOn = (date: SalonDate): WeeklyHours => ({
    weekly: windowsOn(dayOfWeek(date)),
    ownWeekly(id) {
      const stylist = stylists().find((one) => one.id === id);
      return stylist ? ownWindowsOn(stylist, dayOfWeek(date)) : null;
    },
  });

  const changeOn = (date: SalonDate, known: KnownBookings) => ({
    ...weeklyOn(date),
    clock: clockOn(date),
    ...known,
  });

  const setting =
    ({ date, ...hours }: HoursOnDate, known: KnownBookings) =>
    (): DayCommand => ({ kind: 'SetDayHours', ...hours, ...changeOn(date, known) });

  return {
    /** Without windows, the salon is closed on this date, or the stylist doesn't work. */
    set: (hours: HoursOnDate, known: KnownBookings, run: CommandRun) =>
      runOnDay(agendas, hours.date, setting(hours, known), run),

    /** The same for several dates, of which each is done or refused. */
    async setEach(days: readonly HoursOnDate[], known: KnownBookings, run: CommandRun) {
      const steps = days.map((hours) => ({ date: hours.date, command: setting(hours, known) }));
      const asks = known.acknowledged ? null : 'appointments-outside-hours';
      return summaryOf(await eachDay(steps, run, asks));
    },

    /** The weekly hours apply to the date again, to the salon's or to those of one stylist. */
    clear: (
      { date, resource }: { readonly date: SalonDate; readonly resource?: string | undefined },
      known: KnownBookings,
      run: CommandRun,
    ) => runOnDay(agendas, date, () => ({ kind: 'ClearDayHours', resource, ...changeOn(date, known) }), run),

    /** Those of the bookings of a date that a change of its hours would affect. */
    affectedBy: <Slot extends StoredStretch>(
      date: SalonDate,
      after: NewHours,
      bookings: readonly Slot[],
    ): Promise<readonly Slot[]> =>
      agendas.read(agendaStream(date), ({ state }) =>
        bookings.filter(fallingOutside(state, after, weeklyOn(date), clockOn(date))),
      ),

    /** Those of bookings that a change of weekly hours leaves outside the hours of their stylist, in their order. */
    async leftOutside<Booking extends StoredStretch & { readonly date: SalonDate }>(
      bookings: readonly Booking[],
      { before, after }: WeekChange,
    ): Promise<readonly Booking[]> {
      const dates = [...Map.groupBy(bookings, ({ date }) => date)];
      const left = await Promise.all(
        dates.map(([date, onDate]) => {
          const week = weeklyOn(date);
          return agendas.read(agendaStream(date), ({ state }) =>
            onDate.filter(
              fallingOutsideWeek(state, { ...week, ...before }, { ...week, ...after(dayOfWeek(date)) }),
            ),
          );
        }),
      );
      return left.flat();
    },
  };
}

export type DayHoursCommands = ReturnType<typeof createDayHoursCommands>;
