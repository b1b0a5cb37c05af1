import { z } from 'zod';
import { LastVisitNote } from '../customers/visits.ts';
import { NamedStylist, SalonDateField, ServiceIdField, TimeField, UuidField } from '../fields.ts';
import { OptionalMoment } from '../moment.ts';
import { BookedServices, BookingStatus, CancellationReason, PaymentMethod } from './bookings.ts';

const Instant = z.iso.datetime();

export const Payment = z.object({
  /** Null if it wasn't said. */
  method: PaymentMethod.nullable(),
  cents: z.int().min(0),
  tip_cents: z.int().min(0),
});
export type Payment = z.infer<typeof Payment>;

/** A booking as staff see it, both in a list and on its own. */
export const AdminBooking = z.object({
  id: UuidField,
  /** Number of decisions about the booking. With `If-Match: "<version>"`, a change is refused if somebody else was faster. */
  version: z.int().positive(),
  /** The customer that the booking is linked to. Null for the first moments, until it is linked. */
  customer_id: UuidField.nullable(),
  /** Null once the person was erased, as are the other personal fields. */
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  /** The phone number as it was typed. */
  customer_phone: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  /** Minutes from its start to its end, which staff may have changed. */
  duration: z.int().positive(),
  stylist: NamedStylist.optional(),
  services: BookedServices,
  total_amount: z.string(),
  /** Price by the catalogue when the appointment was booked; null if one of its services has no fixed price. */
  catalogue_amount: z.string().nullable(),
  /** The way in which the recorded amount was paid; null if that wasn't said, or if it was paid in two ways. */
  payment_method: PaymentMethod.nullable(),
  /** The tip besides the recorded amount; 0 if none was recorded. */
  tip_cents: z.int().min(0),
  /** The payments that make the recorded amount, each with the tip that came with it; empty if no amount was recorded. */
  payments: z.array(Payment),
  /** True where a list leaves out what was paid, for the front desk on other days. The total is then that of the catalogue. */
  paid_left_out: z.literal(true).optional(),
  /** The parts of the recorded amount; empty if they weren't said. */
  lines: z.array(
    z.object({
      /** Null for anything that is no service of the booking. */
      service_id: ServiceIdField.nullable(),
      /** Below 0 for a discount. */
      cents: z.int(),
      /** Personal, like the name. */
      text: z.string().nullable(),
    }),
  ),
  notes: z.string().nullable(),
  sms_consent: z.boolean(),
  status: BookingStatus,
  /** Whether they came without an appointment. As long as nobody has said who a walk-in is, its name is `Walk-in`. */
  walk_in: z.boolean(),
  /** Since when the customer has been in the salon; null if nobody has recorded it. */
  arrived_at: Instant.nullable(),
  /** True once the booking has begun by the salon's clock. From then on it can be completed. */
  has_started: z.boolean(),
  /** Null unless the booking is cancelled. */
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

/**
 * One booking, with its customer's private link. For a past moment the answer has the facts as they stood then; personal data,
 * `opted_out`, `proven_contacts`, `customer_notes` and the notes on visits are as they stand today.
 */
export const AdminBookingDetails = AdminBooking.extend({
  ...OptionalMoment.shape,
  /** Only for a past moment: the booking has been deleted since, with everything personal. */
  is_deleted: z.literal(true).optional(),
  /** Set if the customer's number accepts no text messages about any booking: since when, and by whom. */
  opted_out: z
    .object({
      at: Instant,
      /** `customer`: they texted STOP. `provider`: the provider says that they opted out there. */
      by: z.enum(['customer', 'provider']),
    })
    .nullable(),
  /** The last statement about whether text messages are wanted: its time, and who made it. */
  sms_consent_said: z.object({ at: Instant, by: z.enum(['customer', 'staff', 'system']) }),
  /** The contacts proven by entering a code that was sent there for this booking. Empty if no code was asked for. */
  proven_contacts: z.array(z.enum(['sms', 'email'])),
  /** Notes on the customer's card, and on the cards merged with it. */
  customer_notes: z.string().nullable(),
  /** Staff's note on this visit, and the last note on an earlier visit of the same customer. */
  visit_note: z.string().nullable(),
  last_visit_note: LastVisitNote.nullable(),
  /** Number of the customer's visits before this booking, counted in the same way as a customer's `visits`. */
  earlier_visits: z.int().min(0),
  /** The customer's private link. Programs with an API key don't get it. */
  management_token: z.string().optional(),
  manage_url: z.url().optional(),
});
export type AdminBookingDetails = z.infer<typeof AdminBookingDetails>;
