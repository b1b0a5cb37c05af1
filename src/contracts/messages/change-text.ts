import { z } from 'zod';
import { IdPath, SalonDateField, TimeField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** The changes of a booking about which staff may write to its customer. */
const KINDS = ['rescheduled', 'cancelled'] as const;

/** The usual text about a change, which is sent if staff ask for it and write none of their own. */
export const getChangeText = defineOperation({
  method: 'get',
  path: '/api/admin/bookings/{id}/change-text',
  summary: 'The usual text message to the customer about a change that staff are about to make',
  caller: 'admin',
  area: 'messages',
  params: IdPath,
  query: z.object({
    kind: z.enum(KINDS, 'Must be rescheduled or cancelled.'),
    /** The booking's new date; its own date and time if left out. */
    date: SalonDateField.optional(),
    time: TimeField.optional(),
  }),
  answer: { status: 200, body: z.object({ text: z.string() }) },
  problems: ['booking-not-found'],
});
