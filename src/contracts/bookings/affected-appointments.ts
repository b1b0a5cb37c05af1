import { z } from 'zod';
import type { Minutes, SalonDate } from '../../salon/salon-time.ts';
import { SalonDateField, TimeField, UuidField } from '../fields.ts';

/** An appointment that a change of the salon's hours or days would leave where the public can't book. */
export const AffectedAppointment = z.object({
  id: UuidField,
  /** Null once it was erased. */
  customer_name: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  /** Minutes of all services together. */
  duration: z.int().positive(),
  status: z.enum(['pending', 'confirmed']),
});
export type AffectedAppointment = z.infer<typeof AffectedAppointment>;

/** An appointment from today on that is neither cancelled nor completed: what such a change has to look at. */
export interface UpcomingAppointment extends Pick<AffectedAppointment, 'id' | 'status'> {
  readonly customerName: string | null;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
}

/** At most so many are named; the number of all is told beside them. */
export const MOST_AFFECTED_NAMED = 100;

/** Part of a problem that a repeated request with `acknowledged=true` overcomes. */
export const AffectedAppointments = z.object({
  total: z.int(),
  /** The earliest first, at most 100. */
  appointments: z.array(AffectedAppointment),
});
export type AffectedAppointments = z.infer<typeof AffectedAppointments>;

/**
 * Query of changes that leave appointments where they are but outside opening hours or on a blocked date. The first try is
 * refused with 409, which lists them; it is repeated with `acknowledged=true` once staff have seen the list.
 */
export const AcknowledgedQuery = z.object({
  acknowledged: z.literal('true', 'Must be true, or left out.').optional(),
});
