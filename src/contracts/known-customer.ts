import { z } from 'zod';
import { CustomerPath } from './customers.ts';
import { defineOperation } from './operation.ts';

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
