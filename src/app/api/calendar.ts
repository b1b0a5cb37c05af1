import { createOutlook } from '../../../projections/availability/outlook.ts';
import { availability } from '../../../projections/availability/projection.ts';
import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { createBlockedDates } from '../../../projections/blocked-dates/queries.ts';
import { createBookingsBetween } from '../../../projections/bookings/calendar-bookings.ts';
import { dashboardRoutes } from '../../../projections/bookings/dashboard-routes.ts';
import { createBookingsOverview } from '../../../projections/bookings/overview.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { calendarRoutes } from '../../../projections/calendar/routes.ts';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import { hours } from '../../../projections/hours/projection.ts';
import { createWeek } from '../../../projections/hours/queries.ts';
import type { ResourceDeps } from './operations.ts';

interface CalendarDeps extends ResourceDeps {
  readonly positions: ProjectedPositions;
  readonly salonName: string;
}

/** Operations behind the dashboard and the calendar of staff. */
export function calendarOperations({ on, pool, timeZone, now, positions, salonName }: CalendarDeps): void {
  const overview = createBookingsOverview({
    pool,
    timeZone,
    position: () => positions.reached(bookings.name, undefined),
  });
  const outlook = createOutlook({ pool, timeZone });
  dashboardRoutes({ on, overview, outlook, availability, timeZone, now });
  calendarRoutes({
    on,
    bookingsBetween: createBookingsBetween(pool),
    week: createWeek(pool),
    blockedDates: createBlockedDates(pool).list,
    models: [bookings, hours, blockedDates],
    resourceName: salonName,
  });
}
