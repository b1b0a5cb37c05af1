import type { Interval } from './time-text.ts';

export type { Interval };

/** The most services of one booking. */
export const MAX_SERVICES_PER_BOOKING = 20;

/** The most opening hours of one date. */
export const MOST_WINDOWS = 6;

/** The most days that one command of staff is about, and the most weeks for which it repeats something. */
export const MOST_DAYS = 60;
export const MOST_WEEKS = 52;

export const isSameInterval = (one: Interval, other: Interval): boolean =>
  one.start === other.start && one.end === other.end;

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

/** The stretches that lie in both. */
export const within = (intervals: readonly Interval[], others: readonly Interval[]): readonly Interval[] =>
  intervals.flatMap((one) =>
    others
      .map((other) => ({ start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) }))
      .filter(({ start, end }) => start < end),
  );

const fitsInto = (slot: Interval, window: Interval) => window.start <= slot.start && slot.end <= window.end;

/** Whether a booking lies within a single window. Two windows that touch don't count as one. */
export const liesWithin = (slot: Interval, windows: readonly Interval[]): boolean =>
  windows.some((window) => fitsInto(slot, window));
