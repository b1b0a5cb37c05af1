import type { Interval } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';

/** Appointments are moved and made in steps of this. */
export const STEP: Minutes = 15;
const HOUR: Minutes = 60;
const DAY: Minutes = 24 * HOUR;

/** What is shown of a day without hours: 8 AM to 6 PM. */
const WITHOUT_HOURS: Interval = { start: 8 * HOUR, end: 18 * HOUR };

/** The nearest quarter of an hour. */
export const snap = (minute: Minutes): Minutes => Math.round(minute / STEP) * STEP;

/** The hours that days side by side show: an hour around the opening hours, and all appointments. */
export function hoursShown(open: readonly Interval[], appointments: readonly Interval[]): Interval {
  const around =
    open.length === 0
      ? [WITHOUT_HOURS]
      : open.map(({ start, end }) => ({ start: start - HOUR, end: end + HOUR }));
  const shown = [...around, ...appointments];
  return {
    start: Math.max(0, Math.floor(Math.min(...shown.map(({ start }) => start)) / HOUR) * HOUR),
    end: Math.min(DAY, Math.ceil(Math.max(...shown.map(({ end }) => end)) / HOUR) * HOUR),
  };
}

/** The times of a day that lie in none of its opening hours, within what is shown. */
export function closedTimes(open: readonly Interval[], shown: Interval): Interval[] {
  const closed: Interval[] = [];
  let from = shown.start;
  for (const { start, end } of [...open].sort((a, b) => a.start - b.start)) {
    if (start > from) closed.push({ start: from, end: Math.min(start, shown.end) });
    from = Math.max(from, end);
  }
  if (from < shown.end) closed.push({ start: from, end: shown.end });
  return closed;
}
