import type { CalendarBooking, CalendarDay } from '../../../../../src/contracts/calendar.ts';
import type { Interval } from '../../../../../src/salon/slots.ts';

/** What a month shows of one day. */
interface MonthCell {
  /** From the earliest start to the latest end of its opening hours; null when it has none. */
  readonly hours: Interval | null;
  readonly bookings: readonly CalendarBooking[];
  /** How many appointments there are besides. */
  readonly more: number;
}

/** @param room how many appointments are shown; the cancelled ones come last */
export function monthCell({ hours, bookings }: CalendarDay, room: number): MonthCell {
  const open = hours.filter(({ is_available }) => is_available);
  const rank = ({ status }: CalendarBooking) => (status === 'cancelled' ? 1 : 0);
  const sorted = [...bookings].sort((a, b) => rank(a) - rank(b) || a.start - b.start);
  return {
    hours:
      open.length === 0
        ? null
        : {
            start: Math.min(...open.map(({ start }) => start)),
            end: Math.max(...open.map(({ end }) => end)),
          },
    bookings: sorted.slice(0, room),
    more: Math.max(0, sorted.length - room),
  };
}
