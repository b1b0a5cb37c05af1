import { createLastConsent } from '../../projections/bookings/last-consent.ts';
import { createBookingsOfCustomers } from '../../projections/bookings/of-customers.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { createCursors } from '../../projections/customers/cursor.ts';
import { knownCustomerRoutes } from '../../projections/customers/known-routes.ts';
import { createCustomersPage } from '../../projections/customers/list.ts';
import { createKnownPerson, createPersonReader } from '../../projections/customers/person.ts';
import { createPersonExport } from '../../projections/customers/person-export.ts';
import { customerQueryRoutes } from '../../projections/customers/routes.ts';
import { messagesOfLedger } from '../../projections/messages/from-log.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { contactHasher } from '../features/customers/contacts.ts';
import { createFirstHolder } from '../features/customers/registrar/first-holder.ts';
import { customerRoutes } from '../features/customers/routes.ts';
import type { OptOutOf } from '../features/messages/numbers.ts';
import type { Guard } from '../http/operation/caller.ts';
import type { Mount } from '../http/operation/operation.ts';
import type { Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

interface CustomersAdminDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly stores: Pick<Stores, 'pool' | 'log' | 'keys'>;
  readonly writeSide: Pick<WriteSide, 'customerCommands' | 'bookingCommands'>;
  readonly secretKey: string;
  readonly timeZone: string;
  readonly optOutOf: OptOutOf;
  toE164(phone: string): string | null;
  now(): Date;
}

/** Staff's operations on customers. */
export function customersAdminRoutes({
  on,
  stores,
  writeSide,
  secretKey,
  timeZone,
  optOutOf,
  toE164,
  now,
}: CustomersAdminDeps): void {
  const { pool, log, keys } = stores;
  const { customerCommands: commands, bookingCommands } = writeSide;
  const reader = createPersonReader(pool);
  knownCustomerRoutes({
    on,
    personOf: createKnownPerson(reader),
    reader,
    firstHolderOf: createFirstHolder(pool, contactHasher(deriveKey(secretKey, 'customer-contact/v1'))),
    toE164,
    lastConsent: createLastConsent(pool),
    optOutOf,
    bookings,
  });
  customerQueryRoutes({
    on,
    customersPage: createCustomersPage(pool),
    reader,
    cursors: createCursors(deriveKey(secretKey, 'customer-cursor/v1')),
    bookingsOf: createBookingsOfCustomers({ pool, timeZone, now }),
    bookings,
    exported: createPersonExport({ log, keys, messagesOfLedger, optOutOf, now }),
  });
  customerRoutes({ on, commands, link: bookingCommands.link, toE164 });
}
