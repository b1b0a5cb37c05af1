import { type Calendar, type CalendarDay, countByKind } from '../../../../src/contracts/bookings/calendar.ts';
import type { Span } from './span.ts';

/** How many appointments a day has, those that were not sent with it among them; cancelled ones don't count. */
export const bookedOn = ({ bookings, left_out }: Pick<CalendarDay, 'bookings' | 'left_out'>): number =>
  countByKind(bookings).booked + left_out.booked;

/** How many appointments a span has. Days of other months, which a month's weeks begin and end with, don't count. */
export function bookedIn({ days }: Calendar, { view, date }: Span): number {
  const prefix = view === 'month' ? date.slice(0, 7) : '';
  return days.reduce((sum, day) => (day.date.startsWith(prefix) ? sum + bookedOn(day) : sum), 0);
}
