import { z } from 'zod';
import { SalonDateField, TimeField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { AdminBooking, Payment } from './admin-booking.ts';

export const RECENT_BOOKINGS = 5;
/** The most bookings in a list of the dashboard, except in today's list. */
export const MOST_LISTED = 20;

export const Dashboard = z.object({
  /** Today's date in the salon's time zone. */
  date: SalonDateField,
  stats: z.object({
    total_bookings: z.int().min(0),
    /** Bookings of today of every status. */
    todays_bookings: z.int().min(0),
    /** Sum of the numeric parts of all total amounts, of every status; in dollars with two decimals. Only owners see it. */
    total_revenue: z.string().optional(),
    pending_bookings: z.int().min(0),
  }),
  /** The newest bookings, by `created_at`. */
  recent: z.array(AdminBooking).max(RECENT_BOOKINGS),
  today: z.object({
    /** Today's bookings that weren't cancelled, in order. */
    bookings: z.array(AdminBooking),
  }),
  /** The first booking of a later day that is still to come; null if there is none. */
  after_today: AdminBooking.nullable(),
  /** The sums that were paid at the till today by each method. Visits count on the day on which they are completed. */
  taken: z.array(Payment),
  /** Requests for a future time that nobody has confirmed, the soonest first. */
  waiting: z.object({ total: z.int().min(0), bookings: z.array(AdminBooking).max(MOST_LISTED) }),
  /** Bookings that were cancelled yesterday or today, the latest cancellation first. */
  cancelled: z.object({ total: z.int().min(0), bookings: z.array(AdminBooking).max(MOST_LISTED) }),
  /** The first time within opening hours that is free for the shortest service; null when the next weeks are full. */
  next_free: z.object({ date: SalonDateField, time: TimeField, duration: z.int().positive() }).nullable(),
  /** This week, Sunday to Saturday. */
  week: z.object({
    from: SalonDateField,
    to: SalonDateField,
    /** Minutes of the bookings that weren't cancelled, including those outside opening hours. */
    booked_minutes: z.int().min(0),
    /** Minutes of opening hours; a blocked date adds none. */
    open_minutes: z.int().min(0),
  }),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = defineOperation({
  method: 'get',
  path: '/api/admin/dashboard',
  summary: 'Today’s appointments, requests that wait for staff, and the numbers of the week',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  answer: { status: 200, body: Dashboard },
  isProjected: true,
});
