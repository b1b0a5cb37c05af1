import { z } from 'zod';
import { CreateBooking } from '../../../src/contracts/bookings.ts';

const { customer_name, customer_email, customer_phone, notes } = CreateBooking.shape;

/** Blank is told apart from malformed. */
const given = z.string().refine((text) => text.trim() !== '', { error: 'missing', abort: true });

/** The customer's part of the booking contract, from what a form holds: texts, and a consent not given yet. */
export const CheckoutForm = z.object({
  customer_name: given.pipe(customer_name),
  customer_email: given.pipe(customer_email),
  customer_phone: given.pipe(customer_phone),
  notes: notes.unwrap().unwrap(),
  sms_consent: z.boolean().refine((agreed) => agreed, 'sms-consent-required'),
});
/** Checked and trimmed; empty notes are null. */
export type Customer = z.output<typeof CheckoutForm>;
