/** Times of day as texts. They have a file of their own, so that pages that use them needn't load `salon-time.ts`. */

/** Minutes since local midnight of a salon day, 0 to 1440. */
export type Minutes = number;

/** The minutes of a salon day, also of one on which the clock changes: the end of the day. */
export const DAY_MINUTES: Minutes = 1_440;

/** A half-open part of one salon day: it includes `start`, but not `end`. */
export interface Interval {
  readonly start: Minutes;
  readonly end: Minutes;
}

export const ALL_DAY: Interval = { start: 0, end: DAY_MINUTES };

export const isAllDay = ({ start, end }: Interval): boolean => start === 0 && end === DAY_MINUTES;

const TIME_TEXT = /^(0?[1-9]|1[0-2]):([0-5]\d) (AM|PM)$/;
const CLOCK_TEXT = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** The minutes of a time such as `9:30 AM` or `09:30 AM`; null for any other text. */
export function parseTime(text: string): Minutes | null {
  const [, hours, minutes, half] = TIME_TEXT.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return (Number(hours) % 12) * 60 + Number(minutes) + (half === 'PM' ? 720 : 0);
}

/** The minutes of a text that a contract has checked to be a time. @throws RangeError for any other text */
export function minutesOf(text: string): Minutes {
  const minutes = parseTime(text);
  if (minutes === null) throw new RangeError('not a time of day');
  return minutes;
}

/** The same for the end of something, where midnight is the end of the day. */
export const endMinutesOf = (text: string): Minutes => minutesOf(text) || DAY_MINUTES;

/** A time such as `9:30 AM`. */
export function formatTime(minutes: Minutes): string {
  const hours = Math.floor(minutes / 60) % 24;
  return `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The minutes of a 24-hour time such as `09:00`, up to `24:00`, the end of a day; null for any other text. */
export function parseClock(text: string): Minutes | null {
  return CLOCK_TEXT.test(text) ? Number(text.slice(0, 2)) * 60 + Number(text.slice(3)) : null;
}

/** The minutes of a text that a contract has checked to be a 24-hour time. @throws RangeError for any other text */
export function minutesOfClock(text: string): Minutes {
  const minutes = parseClock(text);
  if (minutes === null) throw new RangeError('not a time of day');
  return minutes;
}

/** A 24-hour time such as `09:00`. */
export function formatClock(minutes: Minutes): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Two 24-hour times, which a contract has checked, as an interval. */
export const intervalOf = ({ start_time, end_time }: { start_time: string; end_time: string }): Interval => ({
  start: minutesOfClock(start_time),
  end: minutesOfClock(end_time),
});

/** An interval as two 24-hour times, as contracts have it. */
export const clocksOf = ({ start, end }: Interval) => ({
  start_time: formatClock(start),
  end_time: formatClock(end),
});

/** A duration such as `2h 30min`, `2h` or `45min`. A part that is zero is left out. */
export function formatDuration(minutes: Minutes): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours}h`, (rest > 0 || hours === 0) && `${rest}min`].filter(Boolean).join(' ');
}
