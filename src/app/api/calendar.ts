import { appointments } from '../../../projections/appointments/projection.ts';
import { createAppointmentsAt } from '../../../projections/appointments/queries.ts';
import { createOutlook } from '../../../projections/availability/outlook.ts';
import { availability } from '../../../projections/availability/projection.ts';
import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { createBlockedDates, createBlocksAt } from '../../../projections/blocked-dates/queries.ts';
import {
  createBookingsBetween,
  createFeedBookings,
  createPersonsOf,
} from '../../../projections/bookings/calendar-bookings.ts';
import { dashboardRoutes } from '../../../projections/bookings/dashboard-routes.ts';
import { createBookingsOverview } from '../../../projections/bookings/overview.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createMomentsReader } from '../../../projections/calendar/moments.ts';
import { privateCalendarRoutes } from '../../../projections/calendar/private-calendar-routes.ts';
import { calendarRoutes } from '../../../projections/calendar/routes.ts';
import { createDaysAt } from '../../../projections/days/at.ts';
import { days } from '../../../projections/days/projection.ts';
import { createBlockedTimes, createDays } from '../../../projections/days/queries.ts';
import { history } from '../../../projections/history/projection.ts';
import { createEventsAt } from '../../../projections/history/queries.ts';
import { hours } from '../../../projections/hours/projection.ts';
import { createHoursAt, createWeek } from '../../../projections/hours/queries.ts';
import { opensCalendar } from '../../features/accounts/users/calendar-addresses.ts';
import type { ApiParts } from './parts.ts';

/** Operations behind the dashboard and the calendar of staff, also that of their phones. */
export function calendarOperations(parts: ApiParts): void {
  const { on, pool, timeZone, now, log, positions, profile } = parts;
  const salonName = () => profile().name;
  const overview = createBookingsOverview({
    pool,
    timeZone,
    position: () => positions.reached(bookings.name, undefined),
  });
  const outlook = createOutlook({ pool, timeZone });
  dashboardRoutes({ on, overview, outlook, availability, timeZone, now });
  const bookingsBetween = createBookingsBetween(pool);
  privateCalendarRoutes({
    ...parts,
    feedBookings: createFeedBookings(pool),
    opensCalendar: (token) => opensCalendar(pool, token),
    models: [bookings],
    salonName,
  });
  const appointmentsAt = createAppointmentsAt(pool);
  const hoursAt = createHoursAt(pool);
  const blocksAt = createBlocksAt(pool);
  const daysAt = createDaysAt(pool);
  const personsOf = createPersonsOf(pool);
  const modelsOfMoments = [appointments, hours, blockedDates, days, bookings, history];
  calendarRoutes({
    on,
    bookingsBetween,
    week: createWeek(pool),
    blockedDates: createBlockedDates(pool).list,
    blockedTimes: createBlockedTimes(pool).between,
    ownHours: createDays(pool).ownHours,
    models: [bookings, hours, blockedDates, days],
    past: {
      appointmentsBetween: appointmentsAt.between,
      personsOf,
      week: hoursAt.week,
      blocksBetween: blocksAt.between,
      blockedTimes: daysAt.blockedTimes,
      ownHours: daysAt.ownHours,
      models: [appointments],
    },
    moments: {
      read: createMomentsReader({
        appointments: appointmentsAt.changes,
        blocks: blocksAt.changes,
        hours: hoursAt.changes,
        blockedTimes: daysAt.blockedTimeChanges,
        ownHours: daysAt.ownHoursChanges,
        ownHoursSpans: daysAt.ownHoursSpans,
        personsOf,
        eventsAt: createEventsAt(pool),
        reached: (after) => Promise.all(modelsOfMoments.map(({ name }) => positions.reached(name, after))),
        head: () => log.head(),
      }),
      models: modelsOfMoments,
    },
    resourceName: salonName,
  });
}
