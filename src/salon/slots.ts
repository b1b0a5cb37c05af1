import type { Interval, Minutes } from './time-text.ts';

export type { Interval };

/** The most services of one booking. */
export const MAX_SERVICES_PER_BOOKING = 20;

/** Appointments start every 30 minutes from a window's start. */
export const SLOT_GRID_MINUTES: Minutes = 30;

/** The most opening hours of one date. */
export const MOST_WINDOWS = 6;

/** The most days that one command of staff is about, and the most weeks for which it repeats something. */
export const MOST_DAYS = 60;
export const MOST_WEEKS = 52;

/** First and last start that staff may choose for a new appointment even outside opening hours: 8:00 AM to 8:00 PM. */
export const STAFF_STARTS: { first: Minutes; last: Minutes } = { first: 480, last: 1_200 };

/** Intervals that only touch don't overlap. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/** What is left of some intervals without the others. */
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

/** Intervals that are in order, those that touch as one. */
export function joined(intervals: readonly Interval[]): readonly Interval[] {
  if (intervals.length < 2) return intervals;
  const all: Interval[] = [];
  for (const { start, end } of intervals) {
    const last = all.at(-1);
    if (last?.end === start) all[all.length - 1] = { start: last.start, end };
    else all.push({ start, end });
  }
  return all;
}

const fitsInto = (slot: Interval, windows: readonly Interval[]): boolean =>
  windows.some(({ start, end }) => start <= slot.start && slot.end <= end);

/** Whether an appointment lies within a window of a day. Windows, which are in order, count as one where they touch. */
export const liesWithin = (slot: Interval, windows: readonly Interval[]): boolean =>
  fitsInto(slot, joined(windows));

/** Whether staff may enter a new appointment at this time. */
export const isForStaff = (slot: Interval, windows: readonly Interval[]): boolean =>
  (slot.start >= STAFF_STARTS.first && slot.start <= STAFF_STARTS.last) || liesWithin(slot, windows);

export const isIn = (minute: Minutes, { start, end }: Interval): boolean => start <= minute && minute < end;

/** Whether an appointment lies within the windows, and starts on the grid of the one in which it begins. */
export const isOffered = (slot: Interval, windows: readonly Interval[]): boolean =>
  liesWithin(slot, windows) &&
  windows.some((window) => isIn(slot.start, window) && (slot.start - window.start) % SLOT_GRID_MINUTES === 0);

/** Starts, in order, of appointments of this length that are offered in these windows and overlap nothing taken. */
export function freeStarts(
  windows: readonly Interval[],
  taken: readonly Interval[],
  duration: Minutes,
): Minutes[] {
  const open = joined(windows);
  const starts: Minutes[] = [];
  for (const window of windows) {
    for (let { start } = window; start < window.end; start += SLOT_GRID_MINUTES) {
      const slot = { start, end: start + duration };
      if (fitsInto(slot, open) && !taken.some((other) => overlaps(slot, other))) starts.push(start);
    }
  }
  return windows.length > 1 ? [...new Set(starts)].sort((a, b) => a - b) : starts;
}
