import { z } from 'zod';
import { SalonDateField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { AdminBooking } from './admin-booking.ts';

/** A completed visit, by when it was completed first since it was last open. */
const CompletedVisit = AdminBooking.extend({ completed_at: z.iso.datetime() });
export type CompletedVisit = z.infer<typeof CompletedVisit>;

export const getTakings = defineOperation({
  method: 'get',
  path: '/api/admin/takings',
  summary: 'The visits that were completed on a day, and what was paid, to be counted against the drawer',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  /** Today, if left out. */
  query: z.object({ date: SalonDateField.optional() }),
  answer: {
    status: 200,
    body: z.object({
      date: SalonDateField,
      /** In the order in which they were completed; those without a recorded amount have no payments. */
      bookings: z.array(CompletedVisit),
    }),
  },
  isProjected: true,
});
