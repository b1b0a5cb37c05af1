import { z } from 'zod';
import { ServiceIdsQuery } from '../bookings/availability.ts';
import { AnyoneField, IdPath, ONE_OR_ANYONE, SalonDateField, StylistIdField, TimeField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** The changes of a booking about which staff may write to its customer. */
const KINDS = ['rescheduled', 'changed', 'cancelled', 'reinstated'] as const;

/** A mail as far as it can be shown: without the greeting, button and notes that all have. */
const ShownMail = z.object({ subject: z.string(), paragraphs: z.array(z.string()) });

/** The usual messages about a change, which are sent if staff ask for them and write none of their own. */
export const ChangeText = z.object({
  text: z.string(),
  mail: z.object({
    usual: ShownMail,
    /** The mail in staff's own words: what stands after these. */
    own: ShownMail,
  }),
});
export type ChangeText = z.infer<typeof ChangeText>;

export const getChangeText = defineOperation({
  method: 'get',
  path: '/api/admin/bookings/{id}/change-text',
  summary: 'The usual text message and mail to the customer about a change that staff are about to make',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  params: IdPath,
  query: z
    .object({
      kind: z.enum(KINDS, 'Must be rescheduled, changed, cancelled or reinstated.'),
      /** The booking's new date; its own date and time if left out. */
      date: SalonDateField.optional(),
      time: TimeField.optional(),
      /** Its new end; its own if left out. */
      end_time: TimeField.optional(),
      /** Its new services; its own if left out. */
      services: ServiceIdsQuery.optional(),
      /** Its new stylist, its own if left out; at its own time it is handed over. */
      stylist_id: StylistIdField.optional(),
      /** For anyone who is free then, so that the messages name nobody. */
      anyone: AnyoneField.optional(),
    })
    .refine(...ONE_OR_ANYONE),
  answer: { status: 200, body: ChangeText },
  problems: ['booking-not-found', 'unknown-stylist'],
});
