import {
  getBookingHistory,
  getCustomerHistory,
  getDayHistory,
  getHoursHistory,
  getServiceHistory,
  getSettingsHistory,
  type HistoryPage,
} from '../../../src/contracts/history/history.ts';
import { call } from '../../api.ts';
import { definePagedQuery, type PagedQuery } from '../data/query.ts';
import { topicOf } from '../data/topics.ts';

/** A query of the history of one thing, by its id. */
export type HistoryQuery = PagedQuery<string, HistoryPage>;

const limit = '50';

export const BOOKING_HISTORY: HistoryQuery = definePagedQuery({
  name: 'booking-history',
  about: (id: string) => [topicOf('booking', id), topicOf('message', id), topicOf('mail', id)],
  load: (id, { after, cursor, ...options }) =>
    call(getBookingHistory, { ...options, params: { id }, query: { cursor, limit, after } }),
});

export const CUSTOMER_HISTORY: HistoryQuery = definePagedQuery({
  name: 'customer-history',
  about: (id: string) => [topicOf('customer', id)],
  load: (id, { after, cursor, ...options }) =>
    call(getCustomerHistory, { ...options, params: { id }, query: { cursor, limit, after } }),
});

export const SERVICE_HISTORY: HistoryQuery = definePagedQuery({
  name: 'service-history',
  about: (id: string) => [topicOf('service', id)],
  load: (id, { after, cursor, ...options }) =>
    call(getServiceHistory, { ...options, params: { id }, query: { cursor, limit, after } }),
});

/** The history of a day, by its date: blocks, occupied times, and all appointments that were ever on it. */
export const DAY_HISTORY: HistoryQuery = definePagedQuery({
  name: 'day-history',
  about: (date: string) => [topicOf('day', date), 'booking'],
  load: (date, { after, cursor, ...options }) =>
    call(getDayHistory, { ...options, params: { date }, query: { cursor, limit, after } }),
});

/** The history of the weekly hours. The id is ignored. */
export const HOURS_HISTORY: HistoryQuery = definePagedQuery({
  name: 'hours-history',
  about: () => ['hours'],
  load: (_id, { after, cursor, ...options }) =>
    call(getHoursHistory, { ...options, query: { cursor, limit, after } }),
});

/** The history of all settings. The id is ignored. */
export const SETTINGS_HISTORY: HistoryQuery = definePagedQuery({
  name: 'settings-history',
  about: () => ['settings'],
  load: (_id, { after, cursor, ...options }) =>
    call(getSettingsHistory, { ...options, query: { cursor, limit, after } }),
});
