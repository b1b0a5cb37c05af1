import {
  getBookingHistory,
  getCustomerHistory,
  getDayHistory,
  getHoursHistory,
  getServiceHistory,
  type HistoryPage,
} from '../../../src/contracts/history/history.ts';
import { call } from '../../api.ts';
import { definePagedQuery, type PagedQuery } from '../data/query.ts';
import { topicOf } from '../data/topics.ts';

/** What happened to a thing, by its id. */
export type HistoryQuery = PagedQuery<string, HistoryPage>;

const limit = '50';

export const BOOKING_HISTORY: HistoryQuery = definePagedQuery({
  name: 'booking-history',
  about: (id: string) => [topicOf('booking', id), topicOf('message', id), topicOf('mail', id)],
  load: (id, { after, cursor, ...asking }) =>
    call(getBookingHistory, { ...asking, params: { id }, query: { cursor, limit, after } }),
});

export const CUSTOMER_HISTORY: HistoryQuery = definePagedQuery({
  name: 'customer-history',
  about: (id: string) => [topicOf('customer', id)],
  load: (id, { after, cursor, ...asking }) =>
    call(getCustomerHistory, { ...asking, params: { id }, query: { cursor, limit, after } }),
});

export const SERVICE_HISTORY: HistoryQuery = definePagedQuery({
  name: 'service-history',
  about: (id: string) => [topicOf('service', id)],
  load: (id, { after, cursor, ...asking }) =>
    call(getServiceHistory, { ...asking, params: { id }, query: { cursor, limit, after } }),
});

/** Of a day of the calendar, by its date: its blocks, its times, and the appointments that were ever on it. */
export const DAY_HISTORY: HistoryQuery = definePagedQuery({
  name: 'day-history',
  about: (date: string) => [topicOf('day', date), 'booking'],
  load: (date, { after, cursor, ...asking }) =>
    call(getDayHistory, { ...asking, params: { date }, query: { cursor, limit, after } }),
});

/** Of the weekly hours, whatever the id. */
export const HOURS_HISTORY: HistoryQuery = definePagedQuery({
  name: 'hours-history',
  about: () => ['hours'],
  load: (_id, { after, cursor, ...asking }) =>
    call(getHoursHistory, { ...asking, query: { cursor, limit, after } }),
});
