import {
  type CalendarBooking,
  type CalendarDay,
  countByKind,
  firstOfDay,
  hoursOf,
} from '../../../../src/contracts/bookings/calendar.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { bookedOn } from './booking-counts.ts';
import type { PastView } from './differences.ts';

interface MonthCell {
  /** The earliest start and the latest end of its opening hours; null when it has none. */
  readonly hours: Interval | null;
  readonly bookings: readonly CalendarBooking[];
  /** How many more appointments there are, without cancelled ones and new ones, which are shown only if there is room. */
  readonly more: number;
}

/**
 * @param room how many appointments are shown
 * @param stylistId of the one who is shown; undefined for all
 * @param marks for a day as it was: what is different now. Appointments that are new since did not count then, and come last
 */
export function monthCell(
  day: CalendarDay,
  room: number,
  marks?: PastView['marks'],
  stylistId?: string,
): MonthCell {
  const open = hoursOf(day, stylistId);
  const isNew = ({ id }: CalendarBooking) => marks?.get(id)?.kind === 'new';
  const were = day.bookings.filter((one) => !isNew(one));
  const shown = firstOfDay(were, room);
  const bookings = [...shown, ...day.bookings.filter(isNew)].slice(0, room);
  return {
    hours:
      open.length === 0
        ? null
        : {
            start: Math.min(...open.map(({ start }) => start)),
            end: Math.max(...open.map(({ end }) => end)),
          },
    bookings,
    more: bookedOn({ ...day, bookings: were }) - countByKind(shown).booked,
  };
}
