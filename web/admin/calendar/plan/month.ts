import {
  type CalendarBooking,
  type CalendarDay,
  countByKind,
  firstOfDay,
} from '../../../../src/contracts/bookings/calendar.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { bookedOn } from './booking-counts.ts';

interface MonthCell {
  /** From the earliest start to the latest end of its opening hours; null when it has none. */
  readonly hours: Interval | null;
  readonly bookings: readonly CalendarBooking[];
  /** How many more appointments there are, without cancelled ones, which are shown only if there is room. */
  readonly more: number;
}

/** @param room how many appointments are shown */
export function monthCell(day: CalendarDay, room: number): MonthCell {
  const open = day.hours.filter(({ is_available }) => is_available);
  const bookings = firstOfDay(day.bookings, room);
  return {
    hours:
      open.length === 0
        ? null
        : {
            start: Math.min(...open.map(({ start }) => start)),
            end: Math.max(...open.map(({ end }) => end)),
          },
    bookings,
    more: bookedOn(day) - countByKind(bookings).booked,
  };
}
