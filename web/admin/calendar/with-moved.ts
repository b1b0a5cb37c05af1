import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  hoursOf,
} from '../../../src/contracts/bookings/calendar.ts';
import { doneByStylist, endingAt, movedTo, stylistOf } from '../../../src/salon/parts.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { liesWithin } from '../../../src/salon/slots.ts';
import type { Minutes } from '../../../src/salon/time-text.ts';
import { doneBy } from './plan/of-stylist.ts';
import { timeOfBooking, withTime } from './plan/time-of-booking.ts';

/** The time that an appointment is moved to. */
export interface Target {
  readonly date: SalonDate;
  readonly start: Minutes;
  /** Another stylist's id, where the appointment is handed over. */
  readonly stylistId?: string | undefined;
}

/** The calendar with an appointment at another time. It disappears if its new day is not among those shown. */
export function withMoved(calendar: Calendar, id: string, { date, start, stylistId }: Target): Calendar {
  const booking = calendar.days.flatMap(({ bookings }) => bookings).find((one) => one.id === id);
  if (!booking) return calendar;
  const time = timeOfBooking(booking);
  const stylist = calendar.resources.find((one) => one.id === stylistId);
  const moved = {
    ...withTime(booking, movedTo(start, doneByStylist(stylist?.id ?? stylistOf(time), time))),
    ...(stylist && { stylist: { id: stylist.id, name: stylist.name } }),
  };
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
  outside_hours: !liesWithin(booking, hoursOf(day, doneBy(booking))),
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
