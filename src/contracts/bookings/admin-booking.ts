import { z } from 'zod';
import { SalonDateField, TimeField, UuidField } from '../fields.ts';
import { BookingStatus, CancellationReason } from './bookings.ts';

const Instant = z.iso.datetime();

/** An appointment as staff see it, in a list and alone. */
export const AdminBooking = z.object({
  id: UuidField,
  /** Counts the decisions about it; sent as `If-Match: "<version>"`, a change is refused when somebody else was faster. */
  version: z.int().positive(),
  /** The customer it is linked to; null until it is, moments after it was made. */
  customer_id: UuidField.nullable(),
  /** Null, like the other personal fields, once the person was erased. */
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  /** As it was typed. */
  customer_phone: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  /** Minutes of all services together. */
  duration: z.int().positive(),
  services: z.array(
    z.object({ id: z.string(), name: z.string(), price: z.string(), duration: z.int().positive() }),
  ),
  total_amount: z.string(),
  /** What its services cost by the catalogue when they were booked; null where the price of one is open. */
  catalogue_amount: z.string().nullable(),
  notes: z.string().nullable(),
  sms_consent: z.boolean(),
  status: BookingStatus,
  /** By the salon's clock. From then on it can be completed. */
  has_started: z.boolean(),
  /** Of a cancelled one. */
  cancellation: z
    .object({
      reason: CancellationReason,
      at: Instant,
      by: z.enum(['customer', 'staff', 'system']),
    })
    .nullable(),
  created_at: Instant,
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** One appointment, with its customer's private link. */
export const AdminBookingDetails = AdminBooking.extend({
  /** Its number takes no texts since then, whatever the appointment; null for one that does. */
  opted_out: z
    .object({
      at: Instant,
      /** `customer`: by texting STOP; `provider`: it says so, since they opted out there. */
      by: z.enum(['customer', 'provider']),
    })
    .nullable(),
  /** When it was last said whether texts are wanted, and by whom. */
  sms_consent_said: z.object({ at: Instant, by: z.enum(['customer', 'staff', 'system']) }),
  /** The contacts at which a code sent for this booking was answered; none where no code was asked for. */
  proven_contacts: z.array(z.enum(['sms', 'email'])),
  /** Of the customer's card, and of those merged with it. */
  customer_notes: z.string().nullable(),
  /** How often the same customer had been there before this one, counted as a customer's `visits`. */
  earlier_visits: z.int().min(0),
  management_token: z.string(),
  manage_url: z.url(),
});
export type AdminBookingDetails = z.infer<typeof AdminBookingDetails>;
