import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { days } from '../../../projections/days/projection.ts';
import { createSchedule } from '../../../projections/hours/queries.ts';
import { salonRoutes, scheduleRoutes } from '../../../projections/hours/routes.ts';
import { pictures as chosenPictures } from '../../../projections/pictures/projection.ts';
import { createAdminServices } from '../../../projections/services/queries.ts';
import { adminServiceRoutes, serviceRoutes } from '../../../projections/services/routes.ts';
import { catalogueRoutes } from '../../features/catalogue/routes.ts';
import { hoursRoutes } from '../../features/hours/routes.ts';
import { pictureRoutes } from '../../features/pictures/routes.ts';
import { pageRoutes } from '../../site/page-routes.ts';
import type { ApiContext } from './context.ts';

/** Operations that read the public facts about the salon, and staff's operations on weekly hours and services. */
export function salonOperations({
  on,
  pool,
  content: { salon, page, serviceList },
  hours,
  catalogue,
  pictures,
  team,
  profile,
  checkOutside,
}: ApiContext): void {
  salonRoutes({ on, salon, models: [days, blockedDates, chosenPictures] });
  pageRoutes({ on, page });
  scheduleRoutes({ on, schedule: createSchedule(pool) });
  hoursRoutes({ on, commands: hours.commands, checkOutside });
  serviceRoutes({ on, serviceList });
  adminServiceRoutes({ on, adminServices: createAdminServices(pool) });
  catalogueRoutes({
    on,
    commands: catalogue.commands,
    checkGap: (serviceId, gap) => team.commands.checkGap(serviceId, gap, profile().name),
  });
  pictureRoutes({ on, ...pictures });
}
