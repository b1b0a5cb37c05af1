import { appointments } from '../../../projections/appointments/projection.ts';
import { createAppointmentsAt } from '../../../projections/appointments/queries.ts';
import { createBookingsPage } from '../../../projections/bookings/admin-list.ts';
import { adminBookingRoutes } from '../../../projections/bookings/admin-routes.ts';
import { bookingExportRoutes } from '../../../projections/bookings/export-routes.ts';
import { servicesOf } from '../../../projections/bookings/row-fields.ts';
import { createBookingsOfSameSource } from '../../../projections/bookings/same-source.ts';
import { sameSourceRoutes } from '../../../projections/bookings/same-source-routes.ts';
import {
  createBookingWithVisits,
  createLastVisitNote,
  createVisitsBefore,
} from '../../../projections/bookings/visits.ts';
import {
  createKnownPerson,
  createPersonReader,
  createSamePersonAt,
} from '../../../projections/customers/person.ts';
import { customers } from '../../../projections/customers/projection.ts';
import { history } from '../../../projections/history/projection.ts';
import { createBookingsEverOf } from '../../../projections/history/queries.ts';
import type { BookingResult } from '../../features/booking/appointment/claims.ts';
import { adminBookingCommandRoutes, bookingRoutes } from '../../features/booking/appointment/routes.ts';
import { sameSourceCommandRoutes } from '../../features/booking/appointment/same-source-routes.ts';
import type { ApiContext } from './context.ts';

/** The operation that books, and staff's operations on appointments. */
export function bookingOperations({
  on,
  pool,
  links,
  publicUrl,
  timeZone,
  now,
  booking,
  messages,
  toE164,
  stylistNaming: stylists,
}: ApiContext): void {
  const { optOutOf, whyUnsendable, toldBy } = messages;
  const { commands, createdAnswer } = booking;
  const stylistOf = async ({ stylistId, services }: Pick<BookingResult, 'stylistId' | 'services'>) => {
    const named = (await stylists.read()).of(stylistId);
    return { ...named, ...(named.stylist && { services: servicesOf({ services }) }) };
  };
  bookingRoutes({
    on,
    commands,
    createdAnswer,
    toE164,
    confirmedBy: messages.confirmedBy,
    stylistOf,
  });

  const bookingsPage = createBookingsPage(pool);
  const appointmentsAt = createAppointmentsAt(pool);
  adminBookingRoutes({
    on,
    bookingsPage,
    bookingWithVisits: createBookingWithVisits({ pool, timeZone, now }),
    links,
    publicUrl,
    timeZone,
    now,
    optOutOf,
    personOf: createKnownPerson(createPersonReader(pool)),
    visitsBefore: createVisitsBefore({ pool, timeZone, now }),
    lastVisitNote: createLastVisitNote(pool),
    customers,
    stylists,
    past: {
      appointmentAt: appointmentsAt.one,
      samePersonAt: createSamePersonAt(pool),
      bookingsEverOf: createBookingsEverOf(pool),
      visitsBefore: appointmentsAt.visitsBefore,
      models: [appointments, history],
    },
  });
  adminBookingCommandRoutes({
    on,
    commands,
    createdAnswer,
    stylistOf,
    toE164,
    toldBy,
    whyNoTexts: (bookingId) => whyUnsendable('sms', bookingId),
  });
  bookingExportRoutes({ on, bookingsPage, stylists, timeZone, now });

  const bookingsOfSameSource = createBookingsOfSameSource(pool);
  sameSourceRoutes({ on, bookingsOfSameSource });
  sameSourceCommandRoutes({ on, find: bookingsOfSameSource, cancel: commands.cancel });
}
