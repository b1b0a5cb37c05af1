import type { Pool } from 'pg';
import { createBlockedDates } from '../../projections/blocked-dates/queries.ts';
import { blockedDateRoutes } from '../../projections/blocked-dates/routes.ts';
import { createUpcomingAppointments } from '../../projections/bookings/upcoming.ts';
import { createSchedule } from '../../projections/hours/queries.ts';
import { scheduleRoutes } from '../../projections/hours/routes.ts';
import { createAdminServices } from '../../projections/services/queries.ts';
import { adminServiceRoutes } from '../../projections/services/routes.ts';
import { blockRoutes } from '../features/booking/agenda/block-routes.ts';
import { catalogueRoutes } from '../features/catalogue/routes.ts';
import { createOutsideCheck } from '../features/hours/outside-check.ts';
import { hoursRoutes } from '../features/hours/routes.ts';
import type { Guard } from '../http/caller.ts';
import type { Mount } from '../http/operation.ts';
import type { WriteSide } from './write-side.ts';

interface SalonAdminDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly pool: Pool;
  readonly writeSide: WriteSide;
  readonly timeZone: string;
  now(): Date;
}

/** Staff's operations on weekly hours, blocked dates and services. */
export function salonAdminRoutes({ on, pool, writeSide, timeZone, now }: SalonAdminDeps): void {
  const { hours, hoursCommands, catalogueCommands, agendaCommands } = writeSide;
  const upcoming = createUpcomingAppointments({ pool, timeZone, now });
  scheduleRoutes({ on, schedule: createSchedule(pool) });
  hoursRoutes({
    on,
    commands: hoursCommands,
    checkOutside: createOutsideCheck({ hours, upcomingOnWeekday: upcoming.onWeekday }),
  });
  blockedDateRoutes({ on, dates: createBlockedDates(pool) });
  blockRoutes({ on, commands: agendaCommands, upcomingOnDate: upcoming.onDate });
  adminServiceRoutes({ on, adminServices: createAdminServices(pool) });
  catalogueRoutes({ on, commands: catalogueCommands });
}
