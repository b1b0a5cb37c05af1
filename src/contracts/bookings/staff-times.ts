import { z } from 'zod';
import {
  AnyoneField,
  ClockField,
  daysField,
  EndClockField,
  IdPath,
  ONE_OR_ANYONE,
  SalonDateField,
  StylistIdField,
  TimeField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { AvailabilityDays, MAX_AVAILABILITY_DAYS, ServiceIdsQuery } from './availability.ts';

/**
 * `free`: within opening hours. `outside_hours`: also free, but the appointment wouldn't lie within opening hours; staff may
 * choose it anyway. `taken`: the appointment would overlap another one, a blocked time, or a time that a visitor holds. `began`: a time
 * of today that has begun, at which staff may still enter a new appointment. `past`: the same for one that is moved, which can't go there,
 * but for its own time with another stylist.
 */
export const StaffTimeState = z.enum(['free', 'outside_hours', 'taken', 'began', 'past']);
export type StaffTimeState = z.infer<typeof StaffTimeState>;

/** The times of one day that staff choose from: every half hour from 8:00 AM to 8:00 PM, and the starts of opening hours. */
export const StaffTimes = z.object({
  date: SalonDateField,
  /** Whether the date is blocked. Nothing can be booked then, so there are no times. */
  blocked: z.boolean(),
  /** Whether the salon has no hours on this day. Staff may book anyway. */
  closed: z.boolean(),
  /** The opening hours of this day, in order; if the times are of one stylist, the hours in which they work. */
  windows: z.array(z.object({ start_time: ClockField, end_time: EndClockField })),
  /** Minutes that the booking takes; by the catalogue, if the times are of anyone. */
  duration: z.int().positive(),
  /** Set where staff may also choose any other five minutes of the day. */
  any_five_minutes: z.literal(true).optional(),
  /** The times in order, each in its best state with any of the stylists. Empty on a date that is over, blocked or too far ahead, and if no stylist can take it. */
  times: z.array(
    z.object({
      time: TimeField,
      state: StaffTimeState,
      /** Set for a `taken` time whose beginning is free: minutes until the next appointment, block or hold. */
      free_minutes: z.int().positive().optional(),
      /** In a team, the ids of those with whom it is in this state, in the salon's order; left out if nobody can take it. */
      stylists: z.array(StylistIdField).optional(),
    }),
  ),
});
export type StaffTimes = z.infer<typeof StaffTimes>;

export const getStaffTimes = defineOperation({
  method: 'get',
  path: '/api/admin/availability',
  summary: 'Times of one day for a new appointment with these services',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  query: z.object({
    date: SalonDateField,
    services: ServiceIdsQuery,
    /** Left out, the times are those of anyone. */
    stylist_id: StylistIdField.optional(),
  }),
  answer: { status: 200, body: StaffTimes },
  isProjected: true,
  problems: ['unknown-service', 'unknown-stylist'],
});

export const getStaffDays = defineOperation({
  method: 'get',
  path: '/api/admin/availability/days',
  summary:
    'The state of each day of a range for a new appointment with these services, or for one that is moved, also with stylists whom visitors can’t book, and without notice',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  query: daysField(MAX_AVAILABILITY_DAYS)
    .safeExtend({
      services: ServiceIdsQuery.optional(),
      /** The appointment that is moved, which keeps its length. Its own time counts as taken. */
      booking_id: UuidField.optional(),
      /** Left out, the days are those of anyone. */
      stylist_id: StylistIdField.optional(),
    })
    .refine(({ services, booking_id }) => (services === undefined) !== (booking_id === undefined), {
      path: ['services'],
      error: 'Either services or booking_id must be given.',
    }),
  answer: { status: 200, body: AvailabilityDays },
  isProjected: true,
  problems: ['unknown-service', 'unknown-stylist', 'booking-not-found'],
});

export const getBookingTimes = defineOperation({
  method: 'get',
  path: '/api/admin/bookings/{id}/availability',
  summary: 'Times of one day that an appointment can be moved to',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  params: IdPath,
  query: z
    .object({
      date: SalonDateField,
      /** Left out, the times are those of the stylist who has the appointment. */
      stylist_id: StylistIdField.optional(),
      /** For the times of anyone. */
      anyone: AnyoneField.optional(),
    })
    .refine(...ONE_OR_ANYONE),
  answer: { status: 200, body: StaffTimes },
  isProjected: true,
  problems: ['booking-not-found', 'unknown-stylist'],
});
