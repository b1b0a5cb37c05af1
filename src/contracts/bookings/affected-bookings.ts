import { z } from 'zod';
import type { Part } from '../../salon/parts.ts';
import type { Minutes, SalonDate } from '../../salon/salon-time.ts';
import { SalonDateField, TimeField, UuidField } from '../fields.ts';

/** An appointment that a change of hours or dates, the salon's or a stylist's, leaves outside; or one of somebody who is let go. */
export const AffectedBooking = z.object({
  id: UuidField,
  /** Null once the person was erased. */
  customer_name: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  /** Minutes from its start to its end. Staff may have set an end other than that of the services. */
  duration: z.int().positive(),
  status: z.enum(['pending', 'confirmed']),
});
export type AffectedBooking = z.infer<typeof AffectedBooking>;

/** A booking of today or later that is neither cancelled nor completed. A change of hours has to look at these. */
export interface UpcomingBooking extends Pick<AffectedBooking, 'id' | 'status'> {
  readonly customerName: string | null;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
  readonly parts: readonly Part[] | null;
}

/** At most so many affected bookings are listed. The number of all of them is given as well. */
export const MOST_AFFECTED_NAMED = 100;

/** Part of a problem response. The same request with `acknowledged=true` is then accepted. */
export const AffectedBookings = z.object({
  total: z.int(),
  /** The earliest first, at most 100. */
  appointments: z.array(AffectedBooking),
});
export type AffectedBookings = z.infer<typeof AffectedBookings>;

/**
 * Query of changes after which existing bookings lie outside opening hours or on a blocked date. The first request is refused
 * with 409, and the answer lists these bookings. Once staff have seen the list, the client repeats the request with
 * `acknowledged=true`.
 */
export const AcknowledgedQuery = z.object({
  acknowledged: z.literal('true', 'Must be true, or left out.').optional(),
});

/**
 * The same in a body, where it may be sent instead when the request has a new key. A request that is sent again with its key must have
 * the same body, so it is acknowledged in its query: one of which some days are done already, and any that the admin area sends.
 */
export const AcknowledgedField = z.boolean('Must be true or false.').optional();
