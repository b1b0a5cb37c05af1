import { getAdminBooking, listAdminBookings } from '../../../src/contracts/bookings/admin-bookings.ts';
import type { BookingStatus } from '../../../src/contracts/bookings/bookings.ts';
import { getCalendar } from '../../../src/contracts/bookings/calendar.ts';
import { getDashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { getBookingTimes, getStaffTimes } from '../../../src/contracts/bookings/staff-times.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { definePagedQuery, defineQuery } from '../data/query.ts';
import { type Topic, topicOf } from '../data/topics.ts';

/** The filters of the list of appointments. */
export interface BookingFilters {
  readonly search: string;
  readonly status: BookingStatus | undefined;
  /** Only those that are neither cancelled nor completed. */
  readonly open?: 'true' | undefined;
  /** First and last day of the appointments, both included. */
  readonly from: SalonDate | undefined;
  readonly to: SalonDate | undefined;
  /** The latest appointment first. */
  readonly sort?: '-date' | undefined;
}

export const BOOKINGS = definePagedQuery({
  name: 'bookings',
  about: (): Topic[] => ['booking'],
  load: (filters: BookingFilters, { after, cursor, ...options }) =>
    call(listAdminBookings, { ...options, query: { ...filters, cursor, after } }),
});

export const BOOKING = defineQuery({
  name: 'booking',
  // A reply by text can withdraw the consent, and the customer's notes are part of the data.
  about: (id: string) => [topicOf('booking', id), topicOf('message', id), 'customer'],
  load: (id, { after, ...options }) =>
    call(getAdminBooking, { ...options, params: { id }, query: { after } }),
});

/** Free times depend on bookings, blocked days, opening hours, services and stylists, who are told of as settings. */
export const TIMES: readonly Topic[] = ['booking', 'day', 'hours', 'service', 'settings'];

export const NEW_TIMES = defineQuery({
  name: 'new-times',
  about: () => TIMES,
  load: (
    {
      date,
      services,
      stylist_id,
    }: {
      readonly date: SalonDate;
      readonly services: readonly string[];
      /** Undefined for anyone. */
      readonly stylist_id: string | undefined;
    },
    { after, ...options },
  ) => call(getStaffTimes, { ...options, query: { date, services: services.join(','), stylist_id, after } }),
});

export const BOOKING_TIMES = defineQuery({
  name: 'booking-times',
  about: () => TIMES,
  load: (
    {
      id,
      ...query
    }: {
      readonly id: string;
      readonly date: SalonDate;
      /** If both are undefined, its own stylist keeps it. */
      readonly stylist_id: string | undefined;
      readonly anyone: 'true' | undefined;
    },
    { after, ...options },
  ) => call(getBookingTimes, { ...options, params: { id }, query: { ...query, after } }),
});

export const DASHBOARD = defineQuery({
  name: 'dashboard',
  about: () => TIMES,
  load: (_input: 'now', { after, ...options }) => call(getDashboard, { ...options, query: { after } }),
});

/** Appointments, hours and blocked dates of a range of days. */
export const CALENDAR = defineQuery({
  name: 'calendar',
  // Stylists are told of as settings.
  about: () => ['booking', 'customer', 'hours', 'day', 'settings'],
  load: (
    shown: {
      readonly from: SalonDate;
      readonly to: SalonDate;
      readonly per_day?: string;
      readonly stylist_id?: string;
    },
    { after, ...options },
  ) => call(getCalendar, { ...options, query: { ...shown, after } }),
});
