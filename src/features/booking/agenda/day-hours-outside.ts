import type { UpcomingAppointment } from '../../../contracts/bookings/affected-appointments.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import { refuse } from '../../../http/refusal.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { liesWithin } from '../../../salon/slots.ts';
import { affectedAppointments } from '../../affected-appointments.ts';
import type { DayHoursCommands, HoursOnDate } from './day-hours-commands.ts';

interface Deps extends Pick<DayHoursCommands, 'hoursOn'> {
  /** Upcoming appointments on these dates, in order of date and time. */
  upcomingOn(dates: readonly SalonDate[]): Promise<readonly UpcomingAppointment[]>;
}

/** Names the appointments for which a change of single dates' hours is refused: those that would fall outside, and lie within so far. */
export const createNamingOutside =
  ({ hoursOn, upcomingOn }: Deps) =>
  async <Result>(after: readonly HoursOnDate[], change: () => Promise<Result>): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof RuleBroken) || error.code !== 'appointments-outside-hours') throw error;
      const upcoming = await upcomingOn(after.map(({ date }) => date));
      const outside = new Set<UpcomingAppointment>();
      for (const { date, windows } of after) {
        const { windows: before } = await hoursOn(date);
        for (const appointment of upcoming)
          if (
            appointment.date === date &&
            liesWithin(appointment, before) &&
            !liesWithin(appointment, windows)
          )
            outside.add(appointment);
      }
      const affected = affectedAppointments(upcoming.filter((appointment) => outside.has(appointment)));
      throw refuse('appointments-outside-hours', { affected });
    }
  };
