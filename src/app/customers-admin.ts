import type { Pool } from 'pg';
import { createBookingsOfCustomers } from '../../projections/bookings/of-customers.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { createCursors } from '../../projections/customers/cursor.ts';
import { createCustomersPage } from '../../projections/customers/list.ts';
import { createPersonReader } from '../../projections/customers/person.ts';
import { customerQueries } from '../../projections/customers/routes.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { customerRoutes } from '../features/customers/routes.ts';
import type { Guard } from '../http/caller.ts';
import type { Mount } from '../http/operation.ts';
import type { WriteSide } from './write-side.ts';

interface CustomersAdminDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly pool: Pool;
  readonly writeSide: Pick<WriteSide, 'customerCommands' | 'bookingCommands'>;
  readonly secretKey: string;
  toE164(phone: string): string | null;
  now(): Date;
}

/** Staff's operations on customers. */
export function customersAdminRoutes({
  on,
  pool,
  writeSide,
  secretKey,
  toE164,
  now,
}: CustomersAdminDeps): void {
  const { customerCommands: commands, bookingCommands } = writeSide;
  customerQueries({
    on,
    customersPage: createCustomersPage(pool),
    reader: createPersonReader(pool),
    cursors: createCursors(deriveKey(secretKey, 'customer-cursor/v1')),
    bookingsOf: createBookingsOfCustomers(pool),
    bookings,
    now,
  });
  customerRoutes({ on, commands, link: bookingCommands.link, toE164 });
}
