import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { type BookingsOn, namingAffected } from '../../affected-bookings.ts';
import { fallsOutside, type KnownBookings } from './day-decisions.ts';
import type { DayHoursCommands, HoursOnDate } from './day-hours-commands.ts';

interface Deps {
  readonly commands: Pick<DayHoursCommands, 'clockOn' | 'presentHoursOn'>;
  readonly bookingsOn: BookingsOn;
}

/** Names the bookings for which a change of single dates' hours is refused: those that would fall outside, and lie within so far. */
export const createNamingOutside =
  ({ commands: { clockOn, presentHoursOn }, bookingsOn }: Deps) =>
  <Result>(
    after: readonly HoursOnDate[],
    acknowledged: boolean,
    { deadline }: CommandRun,
    change: (known: KnownBookings) => Promise<Result>,
  ): Promise<Result> => {
    const dates = after.map(({ date }) => date);
    return namingAffected({
      code: 'appointments-outside-hours',
      acknowledged,
      deadline,
      change,
      async affected() {
        const upcoming = await bookingsOn.upcoming(dates);
        const hours = new Map<SalonDate, { before: readonly Interval[]; after: readonly Interval[] }>();
        for (const { date, windows } of after)
          hours.set(date, { before: (await presentHoursOn(date)).windows, after: windows });
        return upcoming.filter((appointment) => {
          const on = hours.get(appointment.date);
          return on && fallsOutside(appointment, on.before, on.after, clockOn(appointment.date));
        });
      },
      completed: () => bookingsOn.completed(dates),
    });
  };
