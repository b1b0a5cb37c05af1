import { z } from 'zod';
import { listAdminBookings } from './bookings/admin-bookings.ts';
import { listCustomers } from './customers/customers.ts';
import { defineOperation } from './operation.ts';

/** Files for spreadsheets, in UTF-8 with a byte order mark. Each item is one line; filters and order are those of the admin lists. */

const { search, status, open, from, to, stylist_id, sort } = listAdminBookings.query.shape;

export const exportBookings = defineOperation({
  method: 'get',
  path: '/api/admin/bookings.csv',
  summary: 'Appointments as a file for spreadsheets, filtered like their list',
  caller: 'admin',
  roles: 'owners',
  area: 'bookings',
  query: z.object({ search, status, open, from, to, stylist_id, sort }),
  answer: { status: 200, body: 'text/csv' },
  isDownload: true,
  isProjected: true,
  problems: ['unknown-stylist'],
});

const customers = listCustomers.query.shape;

export const exportCustomers = defineOperation({
  method: 'get',
  path: '/api/admin/customers.csv',
  summary: 'Customers as a file for spreadsheets, filtered like their list',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  query: z.object({
    search: customers.search,
    birthday_month: customers.birthday_month,
    sort: customers.sort,
  }),
  answer: { status: 200, body: 'text/csv' },
  isDownload: true,
  isProjected: true,
});
