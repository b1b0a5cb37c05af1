import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { type Interval, SLOT_GRID_MINUTES } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';

/** A free part of the day, with the first time in it at which an appointment can begin. */
export interface FreeTime extends Interval {
  readonly bookable: Minutes;
}

type Day = Pick<CalendarDay, 'blocked' | 'hours' | 'blocks' | 'bookings'>;

const onGrid = (minute: Minutes): Minutes => Math.ceil(minute / SLOT_GRID_MINUTES) * SLOT_GRID_MINUTES;

/** What is left of some intervals without another. */
const without = (intervals: readonly Interval[], { start, end }: Interval): readonly Interval[] =>
  intervals.flatMap((one) =>
    [
      { start: one.start, end: Math.min(one.end, start) },
      { start: Math.max(one.start, end), end: one.end },
    ].filter((left) => left.start < left.end),
  );

/** The parts of the opening hours that nobody has and nothing blocks, from a minute of the day on, if an appointment can begin there. */
export function freeTimes({ blocked, hours, blocks, bookings }: Day, from: Minutes): readonly FreeTime[] {
  if (blocked) return [];
  const open = hours.filter(({ is_available }) => is_available).toSorted((a, b) => a.start - b.start);
  const taken = [
    ...blocks,
    ...bookings.filter(({ status }) => status !== 'cancelled'),
    { start: 0, end: from },
  ];
  return taken
    .reduce<readonly Interval[]>(without, open)
    .map(({ start, end }) => ({ start, end, bookable: onGrid(start) }))
    .filter(({ bookable, end }) => bookable < end);
}
