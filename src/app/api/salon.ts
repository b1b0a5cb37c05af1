import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { createUpcomingAppointments } from '../../../projections/bookings/upcoming.ts';
import { days } from '../../../projections/days/projection.ts';
import { createSchedule } from '../../../projections/hours/queries.ts';
import { salonRoutes, scheduleRoutes } from '../../../projections/hours/routes.ts';
import { pictures as chosenPictures } from '../../../projections/pictures/projection.ts';
import { createAdminServices } from '../../../projections/services/queries.ts';
import { adminServiceRoutes, serviceRoutes } from '../../../projections/services/routes.ts';
import type { Booking } from '../../features/booking/compose.ts';
import type { Catalogue } from '../../features/catalogue/compose.ts';
import { catalogueRoutes } from '../../features/catalogue/routes.ts';
import type { Hours } from '../../features/hours/compose.ts';
import { createOutsideCheck } from '../../features/hours/outside-check.ts';
import { hoursRoutes } from '../../features/hours/routes.ts';
import type { Pictures } from '../../features/pictures/compose.ts';
import { pictureRoutes } from '../../features/pictures/routes.ts';
import { pageRoutes } from '../../site/page-routes.ts';
import type { PublicContent } from '../../site/public-content.ts';
import type { ResourceDeps } from './operations.ts';

interface SalonDeps extends ResourceDeps {
  readonly content: PublicContent;
  readonly hours: Hours;
  readonly catalogue: Catalogue;
  readonly booking: Pick<Booking, 'dayHoursCommands'>;
  readonly pictures: Pick<Pictures, 'commands' | 'uploads'>;
}

/** Operations that read the public facts about the salon, and staff's operations on weekly hours and services. */
export function salonOperations(deps: SalonDeps): void {
  const { on, pool, timeZone, now, content, hours, catalogue, booking, pictures } = deps;
  const { salon, page, serviceList } = content;
  salonRoutes({ on, salon, models: [days, blockedDates, chosenPictures] });
  pageRoutes({ on, page });
  const upcoming = createUpcomingAppointments({ pool, timeZone, now });
  scheduleRoutes({ on, schedule: createSchedule(pool) });
  hoursRoutes({
    on,
    commands: hours.commands,
    checkOutside: createOutsideCheck({
      hours: hours.streams,
      upcomingOnWeekday: upcoming.onWeekday,
      hasOwnHours: async (date) => (await booking.dayHoursCommands.presentHoursOn(date)).areOwn,
    }),
  });
  serviceRoutes({ on, serviceList });
  adminServiceRoutes({ on, adminServices: createAdminServices(pool) });
  catalogueRoutes({ on, commands: catalogue.commands });
  pictureRoutes({ on, ...pictures });
}
