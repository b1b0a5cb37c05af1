import { type Calendar, type CalendarDay, countByKind } from '../../../../src/contracts/bookings/calendar.ts';
import type { Span } from './span.ts';

/** How many appointments a day has, including those that the server left out, but no cancelled ones. */
export const bookedOn = ({ bookings, left_out }: Pick<CalendarDay, 'bookings' | 'left_out'>): number =>
  countByKind(bookings).booked + left_out.booked;

/** How many appointments a span has. In a month, days of other months in its first and last week don't count. */
export function bookedIn({ days }: Calendar, { view, date }: Span): number {
  const prefix = view === 'month' ? date.slice(0, 7) : '';
  return days.reduce((sum, day) => (day.date.startsWith(prefix) ? sum + bookedOn(day) : sum), 0);
}
