import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { type BookingsOn, namingAffected } from '../../affected-bookings.ts';
import type { KnownBookings, NewHours } from './day-decisions.ts';
import type { DayHoursCommands } from './day-hours-commands.ts';

interface Deps {
  readonly commands: Pick<DayHoursCommands, 'affectedBy'>;
  readonly bookingsOn: BookingsOn;
}

/** Names the bookings for which a change of single dates' hours is refused: those that would fall outside, and lie within so far. */
export const createNamingOutside =
  ({ commands: { affectedBy }, bookingsOn }: Deps) =>
  <Result>(
    changes: readonly (NewHours & { readonly date: SalonDate })[],
    acknowledged: boolean,
    { deadline }: CommandRun,
    change: (known: KnownBookings) => Promise<Result>,
  ): Promise<Result> => {
    const dates = changes.map(({ date }) => date);
    return namingAffected({
      code: 'appointments-outside-hours',
      acknowledged,
      deadline,
      change,
      async affected() {
        const upcoming = await bookingsOn.upcoming(dates);
        const affected = changes.map((after) =>
          affectedBy(
            after.date,
            after,
            upcoming.filter(({ date }) => date === after.date),
          ),
        );
        return (await Promise.all(affected)).flat();
      },
      completed: () => bookingsOn.completed(dates),
    });
  };
