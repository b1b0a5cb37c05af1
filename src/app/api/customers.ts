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
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import type { BookingCommands } from '../../features/booking/appointment/commands.ts';
import { type Customers, contactHasherOf } from '../../features/customers/compose.ts';
import { importRoutes } from '../../features/customers/imports/routes.ts';
import { createFirstHolder } from '../../features/customers/registrar/first-holder.ts';
import { customerRoutes } from '../../features/customers/routes.ts';
import type { OptOutOf } from '../../features/messages/numbers.ts';
import type { ResourceDeps } from './operations.ts';

interface CustomersDeps extends ResourceDeps {
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly customers: Customers;
  readonly link: BookingCommands['link'];
  readonly secretKey: string;
  readonly optOutOf: OptOutOf;
  toE164(phone: string): string | null;
}

/** Staff's operations on customers. */
export function customerOperations(deps: CustomersDeps): void {
  const { on, pool, timeZone, now, log, keys, secretKey, optOutOf, toE164 } = deps;
  const reader = createPersonReader(pool);
  const customersPage = createCustomersPage({ pool, sums: VISIT_SUMS, timeZone, now });
  const lastVisitNote = createLastVisitNote(pool);
  knownCustomerRoutes({
    on,
    personOf: createKnownPerson(reader),
    reader,
    firstHolderOf: createFirstHolder(pool, contactHasherOf(secretKey)),
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
    bookingsOf: createBookingsOfCustomers(pool),
    visitSums: createVisitSums({ pool, timeZone, now }),
    lastVisitNote,
    bookings,
    appointments,
    exported: createPersonExport({ log, keys, messagesOfLedger, optOutOf, now }),
  });
  importRoutes({ on, imports: deps.customers.imports, toE164 });
  customerRoutes({ on, commands: deps.customers.commands, link: deps.link, toE164 });
  customerExportRoutes({ on, customersPage, appointments, timeZone, now });
}
