import type { Interval } from '../../../../src/salon/slots.ts';
import { DAY_MINUTES, type Minutes } from '../../../../src/salon/time-text.ts';

/** The step in which appointments are moved and created. */
export const STEP: Minutes = 15;
/** The step in which they end. */
export const END_STEP: Minutes = 5;
const HOUR: Minutes = 60;

/** The shown part of a day without opening hours: 8 AM to 6 PM. */
const WITHOUT_HOURS: Interval = { start: 8 * HOUR, end: 18 * HOUR };

/** The nearest quarter of an hour. */
export const snap = (minute: Minutes): Minutes => Math.round(minute / STEP) * STEP;

/** The shown part of days side by side: from an hour before to an hour after the opening hours, extended to all appointments. */
export function hoursShown(open: readonly Interval[], appointments: readonly Interval[]): Interval {
  const around =
    open.length === 0
      ? [WITHOUT_HOURS]
      : open.map(({ start, end }) => ({ start: start - HOUR, end: end + HOUR }));
  const shown = [...around, ...appointments];
  return {
    start: Math.max(0, Math.floor(Math.min(...shown.map(({ start }) => start)) / HOUR) * HOUR),
    end: Math.min(DAY_MINUTES, Math.ceil(Math.max(...shown.map(({ end }) => end)) / HOUR) * HOUR),
  };
}
