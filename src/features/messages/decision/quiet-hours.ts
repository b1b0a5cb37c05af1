import {
  addSalonDays,
  instantOf,
  type Minutes,
  type SalonDate,
  salonDate,
  salonMinutes,
} from '../../../salon/salon-time.ts';

/** Hours of the salon's clock in which nobody is disturbed; they may span midnight. */
export interface QuietHours {
  readonly from: Minutes;
  readonly to: Minutes;
}

/** The instant of a time of day. A time that the clocks skip counts as an hour later. */
function instantAt(date: SalonDate, minutes: Minutes, timeZone: string): Date {
  const instant = instantOf(date, minutes, timeZone) ?? instantOf(date, minutes + 60, timeZone);
  if (instant === null) throw new RangeError('no zone skips more than an hour of a day');
  return instant;
}

/** When the quiet hours around an instant end; null outside quiet hours. */
export function quietUntil(now: Date, { from, to }: QuietHours, timeZone: string): Date | null {
  const minutes = salonMinutes(now, timeZone);
  const isLate = from > to && minutes >= from;
  const isQuiet = from > to ? isLate || minutes < to : minutes >= from && minutes < to;
  if (!isQuiet) return null;
  return instantAt(addSalonDays(salonDate(now, timeZone), isLate ? 1 : 0), to, timeZone);
}

/** When to remind of a booking: the day before, at a time of day. */
export const reminderAt = (date: SalonDate, minutes: Minutes, timeZone: string): Date =>
  instantAt(addSalonDays(date, -1), minutes, timeZone);
