import { z } from 'zod';
import { BookingStatus } from './bookings.ts';
import { boundedText, SalonDateField } from './fields.ts';
import { defineOperation } from './operation.ts';

/** Files for spreadsheets: UTF-8 with a byte order mark, one line a thing, as the admin lists filter and order them. */

const SearchField = boundedText(200, 'The search may have at most 200 characters.').trim();

export const exportBookings = defineOperation({
  method: 'get',
  path: '/api/admin/bookings.csv',
  summary: 'Appointments as a file for spreadsheets, filtered like their list',
  caller: 'admin',
  query: z.object({
    search: SearchField.optional(),
    status: BookingStatus.optional(),
    from: SalonDateField.optional(),
    to: SalonDateField.optional(),
  }),
  answer: { status: 200, body: 'text/csv' },
  isProjected: true,
});

export const exportCustomers = defineOperation({
  method: 'get',
  path: '/api/admin/customers.csv',
  summary: 'Customers as a file for spreadsheets, filtered like their list',
  caller: 'admin',
  query: z.object({
    search: SearchField.optional(),
    sort: z.enum(['name', '-created_at'], 'Must be name or -created_at.').default('name'),
  }),
  answer: { status: 200, body: 'text/csv' },
  isProjected: true,
});
