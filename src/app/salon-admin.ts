import type { Logger } from 'pino';
import { createBlockedDates } from '../../projections/blocked-dates/queries.ts';
import { blockedDateRoutes } from '../../projections/blocked-dates/routes.ts';
import { createBookingsPage } from '../../projections/bookings/admin-list.ts';
import { bookingExportRoutes } from '../../projections/bookings/export-routes.ts';
import { createUpcomingAppointments } from '../../projections/bookings/upcoming.ts';
import { customerExportRoutes } from '../../projections/customers/export-routes.ts';
import { createCustomersPage } from '../../projections/customers/list.ts';
import type { ProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import { createChangesBetween } from '../../projections/history/live/changes.ts';
import { createLiveHub } from '../../projections/history/live/hub.ts';
import { liveRoutes } from '../../projections/history/live/routes.ts';
import { createHistoryReader } from '../../projections/history/reader.ts';
import { historyRoutes } from '../../projections/history/routes.ts';
import { createSchedule } from '../../projections/hours/queries.ts';
import { scheduleRoutes } from '../../projections/hours/routes.ts';
import { createAdminServices } from '../../projections/services/queries.ts';
import { adminServiceRoutes } from '../../projections/services/routes.ts';
import { openPersonal } from '../eventsourcing/sealing/open-personal.ts';
import { namesOfUsers } from '../features/accounts/users/users.ts';
import { blockRoutes } from '../features/booking/agenda/block-routes.ts';
import { catalogueRoutes } from '../features/catalogue/routes.ts';
import { createOutsideCheck } from '../features/hours/outside-check.ts';
import { hoursRoutes } from '../features/hours/routes.ts';
import type { Guard } from '../http/operation/caller.ts';
import type { Mount } from '../http/operation/operation.ts';
import type { Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

interface SalonAdminDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly stores: Pick<Stores, 'log' | 'pool' | 'keys'>;
  readonly positions: ProjectedPositions;
  readonly writeSide: WriteSide;
  readonly timeZone: string;
  readonly logger: Logger;
  /** Aborted when the service begins to stop. */
  readonly draining: AbortSignal;
  now(): Date;
}

/** Staff's operations on weekly hours, blocked dates and services, the history of everything, live updates, and files. */
export function salonAdminRoutes(deps: SalonAdminDeps): void {
  const { on, stores, positions, writeSide, timeZone, logger, draining, now } = deps;
  const { log, pool, keys } = stores;
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
  historyRoutes({
    on,
    read: createHistoryReader({
      pool,
      log,
      open: openPersonal(keys),
      namesOf: (userIds) => namesOfUsers(pool, userIds),
    }),
  });
  const changesBetween = createChangesBetween(pool);
  liveRoutes({ on, hub: createLiveHub({ changesBetween, positions, logger, ending: draining }) });
  bookingExportRoutes({ on, bookingsPage: createBookingsPage(pool), timeZone, now });
  customerExportRoutes({ on, customersPage: createCustomersPage(pool), timeZone, now });
}
