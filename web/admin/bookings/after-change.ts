import type { StaffTimes } from '../../../src/contracts/bookings/staff-times.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { type Interval, liesWithin, overlaps, without } from '../../../src/salon/slots.ts';
import { ALL_DAY, clocksOf, intervalOf, minutesOf } from '../../../src/salon/time-text.ts';

/** A date as it will be after a change that staff are about to make. */
interface DayAfter {
  /** The opening hours. */
  readonly windows: readonly Interval[];
  /** The times that nobody can book any more. */
  readonly blocked: readonly Interval[];
  /** Only one stylist's time changes: blocked all day, they are off, and the salon isn't closed. */
  readonly isOfOne?: boolean;
}

/**
 * Says it of a date with these hours, of a stylist if one is named; undefined for one that the change leaves as it is, and for anyone if the
 * change is about one stylist.
 */
export type AfterChange = (
  date: SalonDate,
  windows: readonly Interval[],
  stylistId?: string,
) => DayAfter | undefined;

/** The same change for the day of one stylist alone; for everybody, if none is named. */
export const ofStylist =
  (id: string | undefined, after: AfterChange): AfterChange =>
  (date, windows, stylistId) => {
    if (id === undefined) return after(date, windows);
    const left = id === stylistId ? after(date, windows) : undefined;
    return left && { ...left, isOfOne: true };
  };

/** Whether a date is still open after a change. */
export function isOpenAfter(after: AfterChange, date: SalonDate, stylistId?: string): boolean {
  const left = after(date, [ALL_DAY], stylistId);
  return !left || without(left.windows, left.blocked).length > 0;
}

/** The times of a date as they are once the change is made: without those that it blocks, and free within the new hours. */
export function timesAfter(times: StaffTimes, after: AfterChange, stylistId?: string): StaffTimes {
  const left = after(times.date, times.windows.map(intervalOf), stylistId);
  if (!left) return times;
  const { windows, blocked, isOfOne = false } = left;
  const isOff = liesWithin(ALL_DAY, blocked);
  const spanOf = (time: string) => {
    const start = minutesOf(time);
    return { start, end: start + times.duration };
  };
  return {
    ...times,
    blocked: times.blocked || (isOff && !isOfOne),
    closed: windows.length === 0 || (isOff && isOfOne),
    windows: windows.map(clocksOf),
    times: times.times
      .filter(({ time }) => !blocked.some((block) => overlaps(block, spanOf(time))))
      .map((one) =>
        one.state === 'free' || one.state === 'outside_hours'
          ? { ...one, state: liesWithin(spanOf(one.time), windows) ? 'free' : 'outside_hours' }
          : one,
      ),
  };
}
