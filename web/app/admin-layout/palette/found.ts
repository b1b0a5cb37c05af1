import { listAdminBookings } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { listCustomers } from '../../../../src/contracts/customers/customers.ts';
import { defineQuery } from '../../../admin/server/query.ts';
import type { Topic } from '../../../admin/server/topics.ts';
import { call } from '../../../api.ts';

const FEW = '6';

/** Customers by part of a name, an e-mail or a phone number. */
export const FOUND_CUSTOMERS = defineQuery({
  name: 'palette-customers',
  about: (): Topic[] => ['customer'],
  load: (search: string, { after, ...asking }) =>
    call(listCustomers, { ...asking, query: { search, limit: FEW, after } }),
});

/** Appointments by their customer's name or phone. */
export const FOUND_BOOKINGS = defineQuery({
  name: 'palette-bookings',
  about: (): Topic[] => ['booking'],
  load: (search: string, { after, ...asking }) =>
    call(listAdminBookings, { ...asking, query: { search, limit: FEW, after } }),
});
