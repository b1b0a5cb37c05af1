import { z } from 'zod';
import { ClockField, EndClockField, IdPath, SalonDateField, TimeField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ServiceIdsQuery } from './availability.ts';

/**
 * `free`: within opening hours. `outside_hours`: also free, but the appointment wouldn't lie within opening hours; staff may
 * choose it anyway. `taken`: the appointment would overlap another one, a blocked time, or a time that a visitor holds. `began`: a time
 * of today that has begun, at which staff may still enter a new appointment. `past`: the same for one that is moved, which can't go there.
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
  /** The opening hours of this day, in order. */
  windows: z.array(z.object({ start_time: ClockField, end_time: EndClockField })),
  /** Minutes that the booking takes. */
  duration: z.int().positive(),
  /** Set where staff may also choose any other five minutes of the day. */
  any_five_minutes: z.literal(true).optional(),
  /** The times in order. Empty on a date that is over, blocked or too far ahead. */
  times: z.array(
    z.object({
      time: TimeField,
      state: StaffTimeState,
      /** Set for a `taken` time whose beginning is free: minutes until the next appointment, block or hold. */
      free_minutes: z.int().positive().optional(),
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
  query: z.object({ date: SalonDateField, services: ServiceIdsQuery }),
  answer: { status: 200, body: StaffTimes },
  isProjected: true,
  problems: ['unknown-service'],
});

export const getBookingTimes = defineOperation({
  method: 'get',
  path: '/api/admin/bookings/{id}/availability',
  summary: 'Times of one day that an appointment can be moved to',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  params: IdPath,
  query: z.object({ date: SalonDateField }),
  answer: { status: 200, body: StaffTimes },
  isProjected: true,
  problems: ['booking-not-found'],
});
