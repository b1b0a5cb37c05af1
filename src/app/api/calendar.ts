import { appointments } from '../../../projections/appointments/projection.ts';
import { createAppointmentsAt } from '../../../projections/appointments/queries.ts';
import { createOutlook } from '../../../projections/availability/outlook.ts';
import { availability } from '../../../projections/availability/projection.ts';
import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { createBlockChanges, createBlockedDates } from '../../../projections/blocked-dates/queries.ts';
import { dashboardRoutes } from '../../../projections/bookings/dashboard-routes.ts';
import { createBookingsOverview } from '../../../projections/bookings/overview.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createCustomerNames } from '../../../projections/bookings/queries.ts';
import { takingsRoutes } from '../../../projections/bookings/takings-routes.ts';
import { createCalendarChangesReader } from '../../../projections/calendar/changes.ts';
import { createFeedBookings } from '../../../projections/calendar/feed.ts';
import { privateCalendarRoutes } from '../../../projections/calendar/private-calendar-routes.ts';
import { calendarRoutes } from '../../../projections/calendar/routes.ts';
import { createCalendarRows } from '../../../projections/calendar/rows.ts';
import { createDayChanges } from '../../../projections/days/changes.ts';
import { days } from '../../../projections/days/projection.ts';
import { createBlockedTimes } from '../../../projections/days/queries.ts';
import { history } from '../../../projections/history/projection.ts';
import { createEventsAt } from '../../../projections/history/queries.ts';
import { hours } from '../../../projections/hours/projection.ts';
import { createHoursChanges } from '../../../projections/hours/queries.ts';
import { team } from '../../../projections/team/projection.ts';
import { createStylistChanges } from '../../../projections/team/queries.ts';
import { openedCalendar } from '../../features/accounts/users/calendar-addresses.ts';
import { salonDate } from '../../salon/salon-time.ts';
import { ALL_DAY, clocksOf } from '../../salon/time-text.ts';
import type { ApiContext } from './context.ts';

/** Operations behind the dashboard and the calendar of staff, also that of their phones. */
export function calendarOperations({
  on,
  pool,
  timeZone,
  now,
  log,
  positions,
  profile,
  stylistNaming: stylists,
}: ApiContext): void {
  const salonName = () => profile().name;
  const overview = createBookingsOverview({ pool, timeZone });
  const outlook = createOutlook({ pool, timeZone, startRules: profile });
  dashboardRoutes({ on, overview, outlook, availability, stylists, timeZone, now });
  takingsRoutes({ on, pool, stylists, timeZone, now });
  const blockedTimes = createBlockedTimes(pool);
  const dates = createBlockedDates(pool);
  privateCalendarRoutes({
    on,
    timeZone,
    now,
    feedBookings: createFeedBookings(pool),
    async blocks(range) {
      const [times, days] = await Promise.all([blockedTimes.list(range), dates.list(range)]);
      const wholeDay = clocksOf(ALL_DAY);
      return [...times, ...days.map(({ blocked_date: date, ...day }) => ({ ...day, date, ...wholeDay }))];
    },
    openedCalendar: (token) => openedCalendar(pool, token),
    stylists,
    models: [bookings, days, blockedDates, team],
    salonName,
  });
  const dayChanges = createDayChanges(pool);
  const modelsOfChanges = [appointments, hours, blockedDates, days, team, bookings, history];
  calendarRoutes({
    on,
    rows: createCalendarRows(pool),
    models: [bookings, hours, blockedDates, days, team],
    pastModels: [appointments],
    changes: {
      read: createCalendarChangesReader({
        appointments: createAppointmentsAt(pool).changes,
        blocks: createBlockChanges(pool),
        hours: createHoursChanges(pool),
        blockedTimes: dayChanges.blockedTimes,
        ownHours: dayChanges.ownHours,
        ownHoursSpans: dayChanges.ownHoursSpans,
        ofStylists: createStylistChanges(pool),
        namesOf: createCustomerNames(pool),
        stylists: async () => (await stylists.read()).called,
        eventsAt: createEventsAt(pool),
        reached: (after) => Promise.all(modelsOfChanges.map(({ name }) => positions.reached(name, after))),
        head: () => log.head(),
      }),
      models: modelsOfChanges,
    },
    salonName,
    today: () => salonDate(now(), timeZone),
  });
}
