import type { Interval, Minutes } from './time-text.ts';

export type { Interval };

/** The most services of one booking. */
export const MAX_SERVICES_PER_BOOKING = 20;

/** Bookings start every 30 minutes from a window's start. */
export const SLOT_GRID_MINUTES: Minutes = 30;

/** The most opening hours of one date. */
export const MOST_WINDOWS = 6;

/** The most days that one command of staff is about, and the most weeks for which it repeats something. */
export const MOST_DAYS = 60;
export const MOST_WEEKS = 52;

/** First and last of the starts, one every 30 minutes, that staff may choose for a new booking even outside opening hours. */
export const STAFF_STARTS: { first: Minutes; last: Minutes } = { first: 480, last: 1_200 };

/** Intervals that only touch don't overlap. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

export const without = (intervals: readonly Interval[], others: readonly Interval[]): readonly Interval[] =>
  others.reduce<readonly Interval[]>(
    (left, other) =>
      left.flatMap((interval) =>
        overlaps(interval, other)
          ? [
              { start: interval.start, end: other.start },
              { start: other.end, end: interval.end },
            ].filter(({ start, end }) => start < end)
          : [interval],
      ),
    intervals,
  );

const fitsInto = (slot: Interval, window: Interval) => window.start <= slot.start && slot.end <= window.end;

/** Whether a booking lies within a single window. Two windows that touch don't count as one. */
export const liesWithin = (slot: Interval, windows: readonly Interval[]): boolean =>
  windows.some((window) => fitsInto(slot, window));

/** Whether staff may enter a new booking at this time. */
export const isForStaff = (slot: Interval, windows: readonly Interval[]): boolean =>
  (slot.start >= STAFF_STARTS.first &&
    slot.start <= STAFF_STARTS.last &&
    (slot.start - STAFF_STARTS.first) % SLOT_GRID_MINUTES === 0) ||
  isOffered(slot, windows);

/** Whether a booking lies within one window and starts on that window's grid. */
export function isOffered(slot: Interval, windows: readonly Interval[]): boolean {
  return windows.some(
    (window) => fitsInto(slot, window) && (slot.start - window.start) % SLOT_GRID_MINUTES === 0,
  );
}

/** Starts, in order, of bookings of this length that lie within a window and overlap nothing taken. */
export function freeStarts(
  windows: readonly Interval[],
  taken: readonly Interval[],
  duration: Minutes,
): Minutes[] {
  const starts: Minutes[] = [];
  for (const window of windows) {
    for (let start = window.start; start + duration <= window.end; start += SLOT_GRID_MINUTES) {
      const slot = { start, end: start + duration };
      if (!taken.some((other) => overlaps(slot, other))) starts.push(start);
    }
  }
  return windows.length > 1 ? [...new Set(starts)].sort((a, b) => a - b) : starts;
}
