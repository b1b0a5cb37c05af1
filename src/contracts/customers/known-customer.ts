import { z } from 'zod';
import { IdPath, StaffEmailField, StaffPhoneField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { Holder } from './holder.ts';
import { LastVisitNote } from './visits.ts';

export const KnownCustomer = z.object({
  /** Notes on the customer's card, and on the cards merged with it. */
  notes: z.string().nullable(),
  last_visit_note: LastVisitNote.nullable(),
  /** The last statement about text messages, for any booking: that they are wanted, or no longer. Null if nothing was said. */
  sms_consent: z.object({ given: z.boolean(), at: z.iso.datetime() }).nullable(),
  /** Set if the customer's number accepts no text messages about any booking: since when, and by whom. */
  opted_out: z.object({ at: z.iso.datetime(), by: z.enum(['customer', 'provider']) }).nullable(),
});
export type KnownCustomer = z.infer<typeof KnownCustomer>;

export const getKnownCustomer = defineOperation({
  method: 'get',
  path: '/api/admin/customers/{id}/for-booking',
  summary:
    'The notes on a customer for whom staff book, also on the last visit, and whether texts are wanted',
  caller: 'admin',
  roles: 'desk',
  area: 'customers',
  params: IdPath,
  answer: { status: 200, body: KnownCustomer },
  isProjected: true,
  problems: ['customer-not-found'],
});

/**
 * The customer to whom an appointment with these contacts will belong if staff book it without choosing anybody. Null if a new
 * customer will be created.
 */
export const ContactHolder = z.object({ holder: Holder.nullable() });

/** This only reads. It is a POST because contacts must not be part of a URL. */
export const findContactHolder = defineOperation({
  method: 'post',
  path: '/api/admin/contact-holder',
  summary: 'The customer to whom an appointment with this e-mail and phone would belong',
  caller: 'admin',
  roles: 'desk',
  area: 'customers',
  body: z.object({ email: StaffEmailField, phone: StaffPhoneField.nullable() }),
  answer: { status: 200, body: ContactHolder },
  isProjected: true,
});
