import type { Pool } from 'pg';
import { createOutlook } from '../../projections/availability/outlook.ts';
import { availability } from '../../projections/availability/projection.ts';
import { staffTimesRoutes } from '../../projections/availability/staff-routes.ts';
import { createStaffTimes } from '../../projections/availability/staff-times.ts';
import { blockedDates } from '../../projections/blocked-dates/projection.ts';
import { createBlockedDates } from '../../projections/blocked-dates/queries.ts';
import { createBookingsPage } from '../../projections/bookings/admin-list.ts';
import { adminBookingRoutes } from '../../projections/bookings/admin-routes.ts';
import { createBookingsBetween } from '../../projections/bookings/calendar-bookings.ts';
import { dashboardRoutes } from '../../projections/bookings/dashboard-routes.ts';
import { createBookingsOverview } from '../../projections/bookings/overview.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import type { BookingById } from '../../projections/bookings/queries.ts';
import { createBookingsOfSameSource } from '../../projections/bookings/same-source.ts';
import { sameSourceRoutes } from '../../projections/bookings/same-source-routes.ts';
import { createBookingWithVisits, createVisitsBefore } from '../../projections/bookings/visits.ts';
import { calendarRoutes } from '../../projections/calendar/routes.ts';
import { createKnownPerson, createPersonReader } from '../../projections/customers/person.ts';
import { customers } from '../../projections/customers/projection.ts';
import type { ProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import { hours } from '../../projections/hours/projection.ts';
import { createWeek } from '../../projections/hours/queries.ts';
import { adminBookingCommandRoutes } from '../features/booking/appointment/admin-routes.ts';
import { createCancelSameSource } from '../features/booking/appointment/cancel-same-source.ts';
import type { BookingCommands } from '../features/booking/appointment/commands.ts';
import type { CreatedAnswer } from '../features/booking/appointment/created-answer.ts';
import { sameSourceCommandRoutes } from '../features/booking/appointment/same-source-routes.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import type { Messages } from '../features/messages/compose.ts';
import type { OptOutOf } from '../features/messages/numbers.ts';
import type { WhyUnsendableOf } from '../features/messages/staff/sendability.ts';
import type { Guard } from '../http/operation/caller.ts';
import type { Mount } from '../http/operation/operation.ts';

interface BookingsAdminDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly pool: Pool;
  readonly positions: ProjectedPositions;
  readonly commands: BookingCommands;
  readonly bookingById: BookingById;
  readonly createdAnswer: CreatedAnswer;
  readonly links: SecretLinks;
  readonly whyUnsendable: WhyUnsendableOf;
  readonly optOutOf: OptOutOf;
  readonly departureOf: Messages['departureOf'];
  toE164(phone: string): string | null;
  readonly salonName: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly timeZone: string;
  now(): Date;
}

/** Staff's operations on appointments, the dashboard and the calendar. */
export function bookingsAdminRoutes(deps: BookingsAdminDeps): void {
  const { on, pool, commands, bookingById, createdAnswer, links, toE164, publicUrl, timeZone, now } = deps;
  const bookingsPage = createBookingsPage(pool);
  const { optOutOf, whyUnsendable, departureOf } = deps;
  adminBookingRoutes({
    on,
    bookingsPage,
    bookingWithVisits: createBookingWithVisits({ pool, timeZone, now }),
    links,
    optOutOf,
    personOf: createKnownPerson(createPersonReader(pool)),
    visitsBefore: createVisitsBefore({ pool, timeZone, now }),
    customers,
    publicUrl,
    timeZone,
    now,
  });
  adminBookingCommandRoutes({
    on,
    commands,
    createdAnswer,
    toE164,
    departureOf,
    getsTexts: async (bookingId) => (await whyUnsendable('sms', bookingId)) === null,
    hasOptedOut: async (bookingId) => (await whyUnsendable('sms', bookingId)) === 'number-opted-out',
  });
  staffTimesRoutes({ on, staffTimes: createStaffTimes({ pool, timeZone, now }), bookingById, bookings });

  const bookingsOfSameSource = createBookingsOfSameSource(pool);
  sameSourceRoutes({ on, bookingsOfSameSource });
  sameSourceCommandRoutes({
    on,
    cancel: createCancelSameSource({ find: bookingsOfSameSource, cancel: commands.cancel }),
  });

  const overview = createBookingsOverview({
    pool,
    timeZone,
    position: () => deps.positions.reached(bookings.name, undefined),
  });
  const outlook = createOutlook({ pool, timeZone });
  dashboardRoutes({ on, overview, outlook, availability, timeZone, now });
  calendarRoutes({
    on,
    bookingsBetween: createBookingsBetween(pool),
    week: createWeek(pool),
    blockedDates: createBlockedDates(pool).list,
    models: [bookings, hours, blockedDates],
    resourceName: deps.salonName,
  });
}
