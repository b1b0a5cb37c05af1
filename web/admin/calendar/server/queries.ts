import { getCalendar } from '../../../../src/contracts/bookings/calendar.ts';
import { listBlockedDates } from '../../../../src/contracts/salon/admin-blocked-dates.ts';
import { getSchedule } from '../../../../src/contracts/salon/admin-hours.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';

/** Appointments, hours and blocked dates of some days. */
export const calendarQuery = defineQuery({
  name: 'calendar',
  about: () => ['booking', 'customer', 'hours', 'day'],
  load: (shown: { from: SalonDate; to: SalonDate; per_day?: string }, { after, ...asking }) =>
    call(getCalendar, { ...asking, query: { ...shown, after } }),
});

/** The weekly hours; its version is what a change of them names. */
export const scheduleQuery = defineQuery({
  name: 'schedule',
  about: () => ['hours'],
  load: (_: Record<never, never>, { after, ...asking }) => call(getSchedule, { ...asking, query: { after } }),
});

/** Blocked dates from a day on. */
export const blockedDatesQuery = defineQuery({
  name: 'blocked-dates',
  about: () => ['day'],
  load: ({ from }: { from: SalonDate }, { after, ...asking }) =>
    call(listBlockedDates, { ...asking, query: { from, after } }),
});
