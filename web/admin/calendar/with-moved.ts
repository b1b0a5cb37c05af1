import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  openHours,
} from '../../../src/contracts/bookings/calendar.ts';
import { endingAt, movedTo } from '../../../src/salon/parts.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { liesWithin } from '../../../src/salon/slots.ts';
import type { Minutes } from '../../../src/salon/time-text.ts';
import { timeOfBooking, withTime } from './plan/time-of-booking.ts';

/** The time that an appointment is moved to. */
export interface Target {
  readonly date: SalonDate;
  readonly start: Minutes;
}

/** The calendar with an appointment at another time. It disappears if its new day is not among those shown. */
export function withMoved(calendar: Calendar, id: string, { date, start }: Target): Calendar {
  const booking = calendar.days.flatMap(({ bookings }) => bookings).find((one) => one.id === id);
  if (!booking) return calendar;
  const moved = withTime(booking, movedTo(start, timeOfBooking(booking)));
  return {
    ...calendar,
    days: calendar.days.map((day) => {
      const others = day.bookings.filter((one) => one.id !== id);
      if (day.date === date) return { ...day, bookings: inOrder([...others, placedIn(day, moved)]) };
      return others.length === day.bookings.length ? day : { ...day, bookings: others };
    }),
  };
}

const placedIn = (day: CalendarDay, booking: CalendarBooking): CalendarBooking => ({
  ...booking,
  outside_hours: !liesWithin(booking, openHours(day)),
});

const inOrder = (bookings: CalendarBooking[]) => bookings.sort((a, b) => a.start - b.start);

/** The calendar with an appointment that ends at another time: its last parts end then. */
export function withEnd(calendar: Calendar, id: string, end: Minutes): Calendar {
  const changed = (day: CalendarDay, booking: CalendarBooking) =>
    placedIn(day, withTime(booking, endingAt(end, timeOfBooking(booking))));
  return {
    ...calendar,
    days: calendar.days.map((day) =>
      day.bookings.some((one) => one.id === id)
        ? { ...day, bookings: day.bookings.map((one) => (one.id === id ? changed(day, one) : one)) }
        : day,
    ),
  };
}
