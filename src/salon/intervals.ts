import { overlaps } from './slots.ts';
import type { Interval } from './time-text.ts';

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
  const all: Interval[] = [];
  for (const { start, end } of intervals) {
    const last = all.at(-1);
    if (last?.end === start) all.splice(-1, 1, { start: last.start, end });
    else all.push({ start, end });
  }
  return all;
}
