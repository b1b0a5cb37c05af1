import { collide, movedTo, type Part, partsOf, type Stretch } from './parts.ts';
import { type Interval, liesWithin } from './slots.ts';
import type { Minutes } from './time-text.ts';

/** The salon's settings about when an appointment may begin, by the names that they have in its profile. */
export interface StartRules {
  /** Visitors choose from starts that are so many minutes apart, counted from each window's start. */
  readonly start_every_minutes: Minutes;
  /** They may also choose the start of an appointment that ends exactly with its window. */
  readonly last_start_offered: boolean;
  /** Staff may begin a new appointment at any five minutes of the day. */
  readonly staff_any_five_minutes: boolean;
  /** Customers book and move at least so many minutes ahead. */
  readonly notice_minutes: Minutes;
}

/** The starts that staff may choose for a new appointment even outside opening hours. */
export const STAFF_STARTS: { first: Minutes; last: Minutes; every: Minutes } = {
  first: 480,
  last: 1_200,
  every: 30,
};

/** The starts that staff may type, where the salon allows it, and those of walk-ins are so many minutes apart. */
export const TYPED_EVERY_MINUTES: Minutes = 5;

/** The starts within a window, in order, that visitors may choose for an appointment of this length. */
function startsIn(window: Interval, duration: Minutes, rules: StartRules): Minutes[] {
  const starts: Minutes[] = [];
  const last = window.end - duration;
  for (let start = window.start; start <= last; start += rules.start_every_minutes) starts.push(start);
  const onGrid = starts.at(-1);
  if (rules.last_start_offered && onGrid !== undefined && onGrid < last) starts.push(last);
  return starts;
}

/** Whether visitors may choose this time. */
export const isOffered = ({ start, end }: Interval, windows: readonly Interval[], rules: StartRules) =>
  windows.some((window) => startsIn(window, end - start, rules).includes(start));

/** Whether staff may enter a new appointment at this time. */
export function isForStaff(slot: Interval, windows: readonly Interval[], rules: StartRules): boolean {
  const { first, last, every } = STAFF_STARTS;
  const { start } = slot;
  if (rules.staff_any_five_minutes && start % TYPED_EVERY_MINUTES === 0) return true;
  if (first <= start && start <= last && (start - first) % every === 0) return true;
  return isOffered(slot, windows, rules);
}

/**
 * Starts, in order, that visitors may choose for an appointment and that collide with nothing taken.
 *
 * @param time of the appointment, if it began at minute 0
 * @param working the windows in which its stylist works; the starts count from the salon's
 */
export function freeStarts(
  windows: readonly Interval[],
  taken: readonly Part[],
  time: Stretch,
  rules: StartRules,
  working: readonly Interval[] = windows,
): Minutes[] {
  const works = (start: Minutes) =>
    working === windows || liesWithin({ start, end: start + time.end }, working);
  const starts = windows
    .flatMap((window) => startsIn(window, time.end, rules))
    .filter((start) => works(start) && !collide(partsOf(movedTo(start, time)), taken));
  return windows.length > 1 ? [...new Set(starts)].sort((a, b) => a - b) : starts;
}

/** Whether a hold keeps exactly this time. The grid and the notice by which it was made then go on to count for its visitor. */
export const isHeldBy = (
  hold: Interval & { readonly expiresAt: string },
  { start, end }: Interval,
  now: Date,
): boolean => hold.start === start && hold.end === end && new Date(hold.expiresAt) > now;

/** Whether a start leaves the notice that customers have to give. @param startsAt in epoch milliseconds */
export const leavesNotice = (startsAt: number, notice: Minutes, now: Date): boolean =>
  startsAt - now.getTime() >= notice * 60_000;
