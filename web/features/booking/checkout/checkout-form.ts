import { z } from 'zod';
import { CreateBooking } from '../../../../src/contracts/bookings/bookings.ts';

const { customer_name, customer_email, customer_phone, notes } = CreateBooking.shape;

/** A missing value has an error of its own, different from an invalid one. */
const present = z.string('missing').refine((text) => text.trim() !== '', { error: 'missing', abort: true });

/** The customer's part of the booking contract, for a form: its fields are text, and consent may still be missing. */
export const CheckoutForm = z.object({
  customer_name: present.pipe(customer_name),
  customer_email: present.pipe(customer_email),
  customer_phone: present.pipe(customer_phone),
  notes: notes.unwrap().unwrap(),
  sms_consent: z.boolean('sms-consent-required').refine((agreed) => agreed, 'sms-consent-required'),
});
/** Validated and trimmed; empty notes are null. */
export type Customer = z.output<typeof CheckoutForm>;
