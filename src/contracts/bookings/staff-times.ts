import { z } from 'zod';
import { SalonDateField, TimeField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ServiceIdsQuery } from './availability.ts';

/**
 * `free`: within opening hours. `outside_hours`: free too, but the appointment would not lie within opening hours, which
 * staff may choose. `taken`: it would overlap another appointment, or a time that a visitor holds. `past`: it has begun.
 */
export const StaffTimeState = z.enum(['free', 'outside_hours', 'taken', 'past']);
export type StaffTimeState = z.infer<typeof StaffTimeState>;

/** The times that staff choose from on one day: every half hour from 8:00 AM to 8:00 PM, and starts of opening hours besides. */
export const StaffTimes = z.object({
  date: SalonDateField,
  /** Nothing can be booked on a blocked date: there are no times. */
  blocked: z.boolean(),
  /** The weekly schedule has no hours on this day; staff may book all the same. */
  closed: z.boolean(),
  /** Minutes that the appointment takes. */
  duration: z.int().positive(),
  /** In order; none on a date that is over, blocked or too far ahead. */
  times: z.array(
    z.object({
      time: TimeField,
      state: StaffTimeState,
      /** Of a `taken` time that begins free: how long it is until something takes it. */
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
  params: z.object({ id: UuidField }),
  query: z.object({ date: SalonDateField }),
  answer: { status: 200, body: StaffTimes },
  isProjected: true,
  problems: ['booking-not-found'],
});
