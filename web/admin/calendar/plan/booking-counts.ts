import { type Calendar, type CalendarDay, countByKind } from '../../../../src/contracts/bookings/calendar.ts';
import type { Span } from './span.ts';

/** How many appointments a day has, including those that the server left out, but no cancelled ones. */
export const bookedOn = ({ bookings, left_out }: Pick<CalendarDay, 'bookings' | 'left_out'>): number =>
  countByKind(bookings).booked + left_out.booked;

/** The part of a date that all days of a span have in common, as far as they aren't all of the loaded days. */
const PREFIXES: Readonly<Record<Span['view'], number>> = { day: 10, week: 0, month: 7 };

/** The days of a span. Days of other months in a month's first and last week, and others of a day's week, don't count. */
const daysOf = ({ days }: Calendar, { view, date }: Span) =>
  days.filter((day) => day.date.startsWith(date.slice(0, PREFIXES[view])));

/** How many appointments a span has. */
export const bookedIn = (calendar: Calendar, span: Span): number =>
  daysOf(calendar, span).reduce((sum, day) => sum + bookedOn(day), 0);
