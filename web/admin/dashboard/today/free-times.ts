import { type CalendarDay, hoursOf, isTheirs } from '../../../../src/contracts/bookings/calendar.ts';
import { type Interval, without } from '../../../../src/salon/slots.ts';
import { STAFF_STARTS } from '../../../../src/salon/starts.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';

/** A free part of the day, with the first time in it at which an appointment can begin. */
export interface FreeTime extends Interval {
  readonly bookable: Minutes;
}

type Day = Pick<CalendarDay, 'blocked' | 'hours' | 'own_hours' | 'blocks' | 'bookings'>;

const onGrid = (minute: Minutes): Minutes => Math.ceil(minute / STAFF_STARTS.every) * STAFF_STARTS.every;

/**
 * The parts of the opening hours that nobody has and nothing blocks, from a minute of the day on, if an appointment can begin there.
 *
 * @param stylistId only a stylist's time counts; undefined where the salon is no team
 */
export function freeTimes(
  { blocked, blocks, bookings, ...day }: Day,
  from: Minutes,
  stylistId?: string,
): readonly FreeTime[] {
  if (blocked) return [];
  const open = hoursOf(day, stylistId).toSorted((a, b) => a.start - b.start);
  const parts = bookings.flatMap((booking) => booking.parts);
  const taken = [...[...blocks, ...parts].filter(isTheirs(stylistId)), { start: 0, end: from }];
  return without(open, taken)
    .map(({ start, end }) => ({ start, end, bookable: onGrid(start) }))
    .filter(({ bookable, end }) => bookable < end);
}
