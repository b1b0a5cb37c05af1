import { z } from 'zod';
import { StaffEmailField, StaffPhoneField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { CustomerPath } from './customers.ts';

/** What staff should know of a customer whom they book for. */
export const KnownCustomer = z.object({
  /** Of the customer's card, and of those merged with it. */
  notes: z.string().nullable(),
  /** What was last said about texts, for whichever appointment: that they are wanted, or not any more. Null where nothing was. */
  sms_consent: z.object({ given: z.boolean(), at: z.iso.datetime() }).nullable(),
  /** Their number takes no texts since then, whatever the appointment; null for one that does. */
  opted_out: z.object({ at: z.iso.datetime(), by: z.enum(['customer', 'provider']) }).nullable(),
});
export type KnownCustomer = z.infer<typeof KnownCustomer>;

export const getKnownCustomer = defineOperation({
  method: 'get',
  path: '/api/admin/customers/{id}/for-booking',
  summary: 'What staff should know of a customer whom they book for: notes, and whether texts are wanted',
  caller: 'admin',
  params: CustomerPath,
  answer: { status: 200, body: KnownCustomer },
  isProjected: true,
  problems: ['customer-not-found'],
});

/** The customer who gets an appointment that staff book with these contacts without picking anybody; null when it makes a new one. */
export const ContactHolder = z.object({
  holder: z
    .object({
      id: UuidField,
      name: z.string(),
      /** Which of the two is on their card; the e-mail where both are. */
      by: z.enum(['email', 'phone']),
    })
    .nullable(),
});
export type ContactHolder = z.infer<typeof ContactHolder>;

/** A query in all but its method: contacts must not be part of an address. */
export const findContactHolder = defineOperation({
  method: 'post',
  path: '/api/admin/contact-holder',
  summary: 'Whose profile gets an appointment that is booked with this e-mail and phone',
  caller: 'admin',
  body: z.object({ email: StaffEmailField, phone: StaffPhoneField.nullable() }),
  answer: { status: 200, body: ContactHolder },
  isProjected: true,
});
