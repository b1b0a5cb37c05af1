import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { createBlockedDates } from '../../../projections/blocked-dates/queries.ts';
import { blockedDateQueryRoutes } from '../../../projections/blocked-dates/routes.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createBlockedTimes, createDays } from '../../../projections/days/queries.ts';
import { dayRoutes } from '../../../projections/days/routes.ts';
import { hours } from '../../../projections/hours/projection.ts';
import { createWeek } from '../../../projections/hours/queries.ts';
import { team as teamModel } from '../../../projections/team/projection.ts';
import { createTeam } from '../../../projections/team/queries.ts';
import { affectedBookings } from '../../features/affected-bookings.ts';
import { blockedDateCommandRoutes } from '../../features/booking/agenda/blocked-date-routes.ts';
import { blockedTimeRoutes } from '../../features/booking/agenda/blocked-time-routes.ts';
import { dayHoursRoutes } from '../../features/booking/agenda/day-hours-routes.ts';
import { checksPresentStylist, checksStylist } from '../../features/known-stylist.ts';
import { dayOfWeek } from '../../salon/salon-time.ts';
import type { ApiContext } from './context.ts';

/** Staff's operations on single dates: their hours, and what is blocked of them. */
export function dayOperations({ on, pool, booking, team, upcoming, bookingsOn, profile }: ApiContext): void {
  const checkStylist = checksStylist(team.isKnown);
  const checkPresent = checksPresentStylist(team);
  const dates = createBlockedDates(pool);
  const week = createWeek(pool);
  const { all: stylists } = createTeam({ pool, salonName: () => profile().name });

  blockedDateQueryRoutes({ on, dates });
  blockedDateCommandRoutes({ on, commands: booking.blockedDateCommands, bookingsOn });
  blockedTimeRoutes({
    on,
    commands: booking.blockedTimeCommands,
    bookingsOn,
    checkStylist: checkPresent,
  });
  dayHoursRoutes({ on, commands: booking.dayHoursCommands, bookingsOn, checkStylist: checkPresent });
  dayRoutes({
    on,
    days: createDays(pool),
    blockedTimes: createBlockedTimes(pool),
    async weeklyOn(date) {
      const { hours: weekly } = await week();
      return weekly
        .filter((row) => row.is_available && row.day_of_week === dayOfWeek(date))
        .map(({ start_minute: start, end_minute: end }) => ({ start, end }));
    },
    stylists,
    checkStylist,
    isBlocked: async (date) => (await dates.list({ from: date, to: date })).length > 0,
    upcomingOn: (date) => upcoming.onDates([date]),
    shownBookings: (bookings) => affectedBookings(bookings).appointments,
    models: [hours, blockedDates, bookings, teamModel],
  });
}
