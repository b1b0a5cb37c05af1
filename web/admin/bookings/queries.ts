import { getAdminBooking, listAdminBookings } from '../../../src/contracts/bookings/admin-bookings.ts';
import type { BookingStatus } from '../../../src/contracts/bookings/bookings.ts';
import { getCalendar } from '../../../src/contracts/bookings/calendar.ts';
import { getDashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { getBookingTimes, getStaffTimes } from '../../../src/contracts/bookings/staff-times.ts';
import { getKnownCustomer } from '../../../src/contracts/customers/known-customer.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { definePagedQuery, defineQuery } from '../data/query.ts';
import { type Topic, topicOf } from '../data/topics.ts';

/** What the list of appointments is narrowed down to. */
export interface BookingFilters {
  readonly search: string;
  readonly status: BookingStatus | undefined;
  /** Of the appointment; both days included. */
  readonly from: SalonDate | undefined;
  readonly to: SalonDate | undefined;
}

export const BOOKINGS = definePagedQuery({
  name: 'bookings',
  about: (): Topic[] => ['booking'],
  load: (filters: BookingFilters, { after, cursor, ...asking }) =>
    call(listAdminBookings, { ...asking, query: { ...filters, cursor, after } }),
});

export const BOOKING = defineQuery({
  name: 'booking',
  // A reply may take back that texts are wanted, and a card's notes are shown.
  about: (id: string) => [topicOf('booking', id), topicOf('message', id), 'customer'],
  load: (id, { after, ...asking }) => call(getAdminBooking, { ...asking, params: { id }, query: { after } }),
});

/** Times depend on whatever is booked, blocked or open. */
const TIMES: readonly Topic[] = ['booking', 'day', 'hours', 'service'];

export const NEW_TIMES = defineQuery({
  name: 'new-times',
  about: () => TIMES,
  load: (
    { date, services }: { readonly date: SalonDate; readonly services: readonly string[] },
    { after, ...asking },
  ) => call(getStaffTimes, { ...asking, query: { date, services: services.join(','), after } }),
});

export const BOOKING_TIMES = defineQuery({
  name: 'booking-times',
  about: () => TIMES,
  load: ({ id, date }: { readonly id: string; readonly date: SalonDate }, { after, ...asking }) =>
    call(getBookingTimes, { ...asking, params: { id }, query: { date, after } }),
});

export const DASHBOARD = defineQuery({
  name: 'dashboard',
  about: () => TIMES,
  load: (_input: 'now', { after, ...asking }) => call(getDashboard, { ...asking, query: { after } }),
});

/** Appointments, hours and blocked dates of some days. */
export const CALENDAR = defineQuery({
  name: 'calendar',
  about: () => ['booking', 'customer', 'hours', 'day'],
  load: (
    shown: { readonly from: SalonDate; readonly to: SalonDate; readonly per_day?: string },
    { after, ...asking },
  ) => call(getCalendar, { ...asking, query: { ...shown, after } }),
});

/** What whoever books for a customer should know of them. A reply may take back that texts are wanted. */
export const KNOWN_CUSTOMER = defineQuery({
  name: 'known-customer',
  about: (id: string): Topic[] => [topicOf('customer', id), 'booking', 'message'],
  load: (id, { after, ...asking }) => call(getKnownCustomer, { ...asking, params: { id }, query: { after } }),
});
