import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { InTheWay } from '../../../../src/contracts/bookings/in-the-way.ts';
import { collisionOf, endingAt, partsOf } from '../../../../src/salon/parts.ts';
import { DAY_MINUTES, formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { customerName } from '../../bookings/booking-text.ts';
import type { Column } from './columns.ts';
import { timeOfBooking } from './time-of-booking.ts';

/** The first thing that a longer appointment would run into, as the calendar shows it, and the latest end before it. */
export interface FirstInTheWay {
  readonly what: Pick<InTheWay, 'kind' | 'start_time'>;
  /** The name of the appointment in the way. */
  readonly name: string | undefined;
  /** Null if nothing fits. */
  readonly longestEnd: Minutes | null;
}

/** @returns undefined if nothing comes in the column after the appointment's start */
export function longestIn(
  { taken, appointments }: Pick<Column, 'taken' | 'appointments'>,
  booking: Pick<CalendarBooking, 'id' | 'start' | 'end' | 'parts'>,
): FirstInTheWay | undefined {
  const { id, start } = booking;
  const occupied = partsOf(endingAt(DAY_MINUTES, timeOfBooking(booking)));
  const [first] = taken
    .flatMap((other) => {
      const collision = collisionOf(occupied, partsOf(other));
      return other.id !== id && collision ? { ...other, at: collision.at } : [];
    })
    .sort((a, b) => a.at - b.at);
  if (!first) return undefined;
  const other = appointments.find(({ booking }) => booking.id === first.id);
  return {
    what: { kind: first.isBlock ? 'blocked-time' : 'appointment', start_time: formatTime(first.start) },
    name: other && customerName(other.booking),
    longestEnd: first.at > start ? first.at : null,
  };
}
