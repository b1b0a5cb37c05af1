import { createVisitSums, VISIT_SUMS } from '../../../projections/appointments/of-customers.ts';
import { appointments } from '../../../projections/appointments/projection.ts';
import { createBookingsOfCustomers, createLastConsent } from '../../../projections/bookings/of-customers.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createLastVisitNote } from '../../../projections/bookings/visits.ts';
import { createCursors } from '../../../projections/customers/cursor.ts';
import { customerExportRoutes } from '../../../projections/customers/export-routes.ts';
import { knownCustomerRoutes } from '../../../projections/customers/known-routes.ts';
import { createCustomersPage } from '../../../projections/customers/list.ts';
import { createKnownPerson, createPersonReader } from '../../../projections/customers/person.ts';
import { createPersonExport } from '../../../projections/customers/person-export.ts';
import { customerQueryRoutes } from '../../../projections/customers/routes.ts';
import { messagesOfLedger } from '../../../projections/messages/from-log.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { contactHasherOf } from '../../features/customers/compose.ts';
import { importRoutes } from '../../features/customers/imports/routes.ts';
import { createHoldersOf } from '../../features/customers/registrar/holders.ts';
import { customerRoutes } from '../../features/customers/routes.ts';
import { salonDate } from '../../salon/salon-time.ts';
import type { ApiContext } from './context.ts';

/** Staff's operations on customers. */
export function customerOperations({
  on,
  pool,
  timeZone,
  now,
  log,
  keys,
  secretKey,
  toE164,
  customers,
  booking,
  stylistNaming,
  ownBookings,
  messages: { optOutOf },
}: ApiContext): void {
  const reader = createPersonReader(pool);
  const customersPage = createCustomersPage({ pool, sums: VISIT_SUMS, timeZone, now });
  const lastVisitNote = createLastVisitNote(pool);
  knownCustomerRoutes({
    on,
    personOf: createKnownPerson(reader),
    reader,
    holdersOf: createHoldersOf(pool, contactHasherOf(secretKey)),
    toE164,
    lastConsent: createLastConsent(pool),
    lastVisitNote,
    optOutOf,
    bookings,
  });
  customerQueryRoutes({
    on,
    customersPage,
    reader,
    cursors: createCursors(deriveKey(secretKey, 'customer-cursor/v1')),
    bookingsOf: createBookingsOfCustomers(pool, stylistNaming),
    visitSums: createVisitSums({ pool, timeZone, now }),
    lastVisitNote,
    bookings,
    appointments,
    team: stylistNaming.model,
    ownBookings,
    today: () => salonDate(now(), timeZone),
    exported: createPersonExport({ log, keys, messagesOfLedger, optOutOf, now }),
  });
  importRoutes({ on, imports: customers.imports, toE164, timeZone, now });
  customerRoutes({ on, commands: customers.commands, link: booking.commands.link, toE164 });
  customerExportRoutes({ on, customersPage, appointments, timeZone, now });
}
