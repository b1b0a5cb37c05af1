import type { SalonDate } from './salon-time.ts';
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

/** Until when it is open without a break from a minute on. @param windows in order */
const openUntil = (minute: Minutes, windows: readonly Interval[]): Minutes =>
  windows.reduce((until, { start, end }) => (start <= until && until < end ? end : until), minute);

/** Whether an appointment lies within the windows of a day, which are in order: where they touch, they count as one. */
export const liesWithin = ({ start, end }: Interval, windows: readonly Interval[]): boolean =>
  openUntil(start, windows) >= end;

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
  const starts: Minutes[] = [];
  for (const window of windows) {
    for (let { start } = window; start < window.end; start += SLOT_GRID_MINUTES) {
      const slot = { start, end: start + duration };
      if (liesWithin(slot, windows) && !taken.some((other) => overlaps(slot, other))) starts.push(start);
    }
  }
  return windows.length > 1 ? [...new Set(starts)].sort((a, b) => a - b) : starts;
}

/** How much of the salon's time is free from now on. */
export interface Outlook {
  readonly today: SalonDate;
  /** The first time that is free for the shortest service; null when no time is free, or no service is offered. */
  readonly nextFree: { readonly date: SalonDate; readonly start: Minutes; readonly duration: Minutes } | null;
  /** This week, Sunday to Saturday, and the minutes of its opening hours without blocked dates. */
  readonly week: { readonly from: SalonDate; readonly to: SalonDate; readonly openMinutes: Minutes };
}
