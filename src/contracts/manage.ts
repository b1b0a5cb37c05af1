import { z } from 'zod';
import { instantOf, type Minutes, type SalonDate } from '../salon/salon-time.ts';
import { BookingStatus } from './bookings.ts';
import { PositionField, SalonDateField, TimeField, UuidField } from './fields.ts';

/** First and last start a customer may move an appointment to: 9:00 AM to 5:00 PM (spec section 5). */
export const CUSTOMER_RESCHEDULE_STARTS: { first: Minutes; last: Minutes } = { first: 540, last: 1020 };

/** True while a customer may still change an appointment: at least the cut-off before its start. */
export function isBeforeCutoff(
  { date, start }: { readonly date: SalonDate; readonly start: Minutes },
  rule: { readonly cutoffHours: number; readonly timeZone: string; readonly now: Date },
): boolean {
  const startsAt = instantOf(date, start, rule.timeZone);
  return startsAt !== null && startsAt.getTime() - rule.now.getTime() >= rule.cutoffHours * 3_600_000;
}

export const ManageQuery = z.object({ booking_id: UuidField.optional() });

/** The customer's own appointment, as the private link shows it. */
export const ManagedBooking = z.object({
  id: UuidField,
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  services: z.array(
    z.object({ id: z.string(), name: z.string(), price: z.string(), duration: z.int().positive() }),
  ),
  /** Minutes of all services together. */
  duration: z.int().positive(),
  total_amount: z.string(),
  /** Null when there are none, or when the personal part was erased. */
  notes: z.string().nullable(),
  customer_name: z.string().nullable(),
  status: BookingStatus,
  /** Cancel and reschedule are still open: the status allows it and the cut-off hasn't passed. */
  self_service: z.boolean(),
});
export type ManagedBooking = z.infer<typeof ManagedBooking>;

export const ManageReschedule = z.object({ new_date: SalonDateField, new_time: TimeField });
export type ManageReschedule = z.infer<typeof ManageReschedule>;

export const ManageAvailabilityQuery = z.object({ date: SalonDateField });

/** What a command on one's own booking answers. */
export const ManageAnswer = z.object({ id: UuidField, status: BookingStatus, position: PositionField });
export type ManageAnswer = z.infer<typeof ManageAnswer>;
