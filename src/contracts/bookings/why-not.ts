import { z } from 'zod';
import {
  AnyoneField,
  NamedStylist,
  ONE_OR_ANYONE,
  SalonDateField,
  StylistIdField,
  TimeField,
  UuidField,
} from '../fields.ts';
import { HistoryActor } from '../history/history.ts';
import { defineOperation } from '../operation.ts';
import { ServiceIdsQuery } from './availability.ts';

/**
 * The reason why an appointment can't be at a time.
 *
 * - `taken`: by another appointment; `held`: by a visitor who is booking; `blocked`: staff have blocked the date; `time-blocked`: they
 *   have blocked this part of it
 * - `closed`: no opening hours on that day; `outside-hours`: it begins outside of them; `ends-after-closing`: it doesn't fit before
 *   they end; `off-grid`: it begins between the starts that visitors choose from; `too-short-notice`: it begins too soon for customers
 * - `stylist-off`: the salon is open, but the stylist doesn't work on that day; `stylist-inactive`: they take no appointments any more;
 *   `service-not-done`: they don't do one of the services; `not-online`: visitors can't book them
 * - the others are the codes of problems, `past` is `in-the-past`
 */
export const WhyNotCode = z.enum([
  'taken',
  'held',
  'blocked',
  'time-blocked',
  'closed',
  'outside-hours',
  'ends-after-closing',
  'stylist-off',
  'stylist-inactive',
  'service-not-done',
  'not-online',
  'off-grid',
  'too-short-notice',
  'past',
  'too-far-ahead',
  'time-skipped',
  'past-midnight',
  'outside-staff-times',
  'off-five-minutes',
  'booking-too-long',
  'same-time',
  'already-cancelled',
  'already-completed',
]);
export type WhyNotCode = z.infer<typeof WhyNotCode>;

/** The event that made it so. */
const Since = z.object({
  event_id: UuidField,
  /** Such as `BookingRescheduled`. */
  type: z.string(),
  at: z.iso.datetime(),
  actor: HistoryActor,
});
export type Since = z.infer<typeof Since>;

const FreeTime = z.object({ date: SalonDateField, time: TimeField });

export const WhyNot = z.object({
  /** Whether a visitor could book the time now. There are no reasons then. */
  free: z.boolean(),
  /** Every reason that applies. Of several stylists only of those to whom staff could give it despite them, if there are any. */
  reasons: z.array(
    z.object({
      code: WhyNotCode,
      /** A sentence for people, such as `Taken by Ann Lee, 2:00 PM to 3:30 PM, booked on Nov 20, 2026 at 3:10 PM by the customer.` */
      text: z.string(),
      /** The reason keeps only visitors from the time. */
      staff_may: z.boolean(),
      /** The booking that is there. */
      booking_id: UuidField.optional(),
      /** The block of the date or of the time. */
      block_id: UuidField.optional(),
      /** The stylist whom it is about; left out if it is about all who are asked, or the salon is no team. */
      stylist: NamedStylist.optional(),
      /** Null if nothing in particular made it so. */
      since: Since.nullable(),
    }),
  ),
  /**
   * The stylists to whom staff could give it, also if another is asked: those who work then first. Left out where the salon is no team.
   */
  stylists: z.array(NamedStylist).optional(),
  /**
   * The nearest starts before and after it, on any day, at which the booking is free for a visitor, whatever the notice, and those that
   * follow `after`.
   */
  nearest: z.object({ before: FreeTime.nullable(), after: FreeTime.nullable(), later: z.array(FreeTime) }),
});
export type WhyNot = z.infer<typeof WhyNot>;

const WhyNotQuery = z
  .object({
    date: SalonDateField,
    time: TimeField,
    /** The services of a new booking. One that is moved keeps its own services, so they may be left out then, and don't count. */
    services: ServiceIdsQuery.optional(),
    /** The booking that is moved. Its own time doesn't count as taken. */
    booking_id: UuidField.optional(),
    /** Left out, it is about anyone; for an appointment that is moved, about the stylist who has it. */
    stylist_id: StylistIdField.optional(),
    /** About anyone, for an appointment that is moved. */
    anyone: AnyoneField.optional(),
  })
  .refine(...ONE_OR_ANYONE)
  .refine(({ services, booking_id }) => services !== undefined || booking_id !== undefined, {
    path: ['services'],
    error: 'Must be named, unless an appointment is.',
  });

export const getWhyNot = defineOperation({
  method: 'get',
  path: '/api/admin/availability/why',
  summary:
    'The reason why an appointment can’t be at a time, since when, and the nearest times at which it can',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  query: WhyNotQuery,
  answer: { status: 200, body: WhyNot },
  isProjected: true,
  problems: ['unknown-service', 'unknown-stylist', 'booking-not-found'],
});
