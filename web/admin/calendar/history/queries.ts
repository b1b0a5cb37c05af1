import { getCalendar } from '../../../../src/contracts/bookings/calendar.ts';
import { listCalendarMoments } from '../../../../src/contracts/bookings/calendar-moments.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { definePagedQuery, defineQuery } from '../../data/query.ts';
import { askedMoment } from '../plan/span.ts';

interface Days {
  readonly from: SalonDate;
  readonly to: SalonDate;
}

/** A range of days as it was at a moment. The facts stay as they are; what is personal, such as names, is of today. */
export const CALENDAR_THEN = defineQuery({
  name: 'calendar-then',
  about: () => ['booking', 'customer', 'day'],
  load: ({ at, ...days }: Days & { readonly at: string }, { after, ...options }) =>
    call(getCalendar, { ...options, query: { ...days, ...askedMoment(at), after } }),
});

/** The changes of a range of days, the newest first. */
export const CALENDAR_MOMENTS = definePagedQuery({
  name: 'calendar-moments',
  about: () => ['booking', 'customer', 'hours', 'day'],
  load: (days: Days, { after, cursor, ...options }) =>
    call(listCalendarMoments, { ...options, query: { ...days, cursor, after } }),
});
