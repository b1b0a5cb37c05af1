import type { SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { namingAffected, type UpcomingOn } from '../../affected-appointments.ts';
import { fallsOutside } from './day-decisions.ts';
import type { DayHoursCommands, HoursOnDate } from './day-hours-commands.ts';

interface Deps {
  readonly commands: Pick<DayHoursCommands, 'clockOn' | 'presentHoursOn'>;
  readonly upcomingOn: UpcomingOn;
}

/** Names the appointments for which a change of single dates' hours is refused: those that would fall outside, and lie within so far. */
export const createNamingOutside =
  ({ commands: { clockOn, presentHoursOn }, upcomingOn }: Deps) =>
  <Result>(
    after: readonly HoursOnDate[],
    acknowledged: boolean,
    change: (acknowledged: boolean) => Promise<Result>,
  ): Promise<Result> =>
    namingAffected('appointments-outside-hours', acknowledged, change, async () => {
      const upcoming = await upcomingOn(after.map(({ date }) => date));
      const hours = new Map<SalonDate, { before: readonly Interval[]; after: readonly Interval[] }>();
      for (const { date, windows } of after)
        hours.set(date, { before: (await presentHoursOn(date)).windows, after: windows });
      return upcoming.filter((appointment) => {
        const on = hours.get(appointment.date);
        return on && fallsOutside(appointment, on.before, on.after, clockOn(appointment.date));
      });
    });
