import { z } from 'zod';
import { BookedServices, BookingStatus } from '../bookings/bookings.ts';
import { NamedStylist, SalonDateField, TimeField, UuidField } from '../fields.ts';

/** A booking in a customer's history. */
export const CustomerBooking = z.object({
  /** Id of the booking. */
  id: UuidField,
  /** The name that it was booked under, which needn't be this customer's. */
  customer_name: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  stylist: NamedStylist.optional(),
  status: BookingStatus,
  services: BookedServices,
  /** Left out of completed visits for the front desk, except of today's. */
  total_amount: z.string().optional(),
  visit_note: z.string().nullable(),
  /** The customer whose booking it is: this one, or one merged with them. */
  customer_id: UuidField,
});
export type CustomerBooking = z.infer<typeof CustomerBooking>;

/** The visits that another program had counted before a customer was imported; null for each fact that it lacked. They count in no report. */
export const Before = z.object({
  visits: z.int().min(0).nullable(),
  first_visit: SalonDateField.nullable(),
  last_visit: SalonDateField.nullable(),
  spent_cents: z.int().min(0).nullable(),
});
export type Before = z.infer<typeof Before>;

/** Counts of visits: completed bookings, and confirmed ones that are over; and of visits that the customer missed. */
export const Visits = z.object({
  visits: z.int().min(0),
  last_visit: SalonDateField.nullable(),
  /** Bookings that were cancelled because they did not come. */
  no_shows: z.int().min(0),
});
export type Visits = z.infer<typeof Visits>;

export const VisitSums = Visits.extend({
  /** Date of the next booking, pending or confirmed, that hasn't begun. */
  next_visit: SalonDateField.nullable(),
  /** Sum of completed bookings, without tips: `earned_cents` of the report about revenue. */
  spent_cents: z.int().min(0),
});
export type VisitSums = z.infer<typeof VisitSums>;

/** The sums as far as somebody sees them: only owners what a customer has spent, and no stylist the visits that they missed. */
export const SeenSums = VisitSums.partial({ spent_cents: true, no_shows: true });

/** A visit with another stylist, as a client's stylist sees it. */
export const OtherVisit = z.object({ appointment_date: SalonDateField, services: z.array(z.string()) });

/** The newest note on a visit: of the latest booking that has one and wasn't cancelled. */
export const LastVisitNote = z.object({
  booking_id: UuidField,
  appointment_date: SalonDateField,
  text: z.string(),
});
export type LastVisitNote = z.infer<typeof LastVisitNote>;
