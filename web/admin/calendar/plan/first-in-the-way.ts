import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { InTheWay } from '../../../../src/contracts/bookings/in-the-way.ts';
import { formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { customerName } from '../../bookings/booking-text.ts';
import type { Column } from './columns.ts';

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
  { id, start }: Pick<CalendarBooking, 'id' | 'start'>,
): FirstInTheWay | undefined {
  const [first] = taken
    .filter((other) => other.id !== id && other.end > start)
    .sort((a, b) => a.start - b.start);
  if (!first) return undefined;
  const other = appointments.find(({ booking }) => booking.id === first.id);
  return {
    what: { kind: first.isBlock ? 'blocked-time' : 'appointment', start_time: formatTime(first.start) },
    name: other && customerName(other.booking),
    longestEnd: first.start > start ? first.start : null,
  };
}
