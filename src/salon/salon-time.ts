// By their own paths: the package's entry loads hundreds of modules, a whole second of a start.
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { isValid } from 'date-fns/isValid';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import type { Minutes } from './time-text.ts';

export * from './time-text.ts';

/** Salon-local calendar day, `yyyy-MM-dd`. */
export type SalonDate = string;

/** How far ahead an appointment may lie, in calendar months, the last day included (spec section 9). */
const BOOKING_WINDOW_MONTHS = 6;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const DATE_FORMAT = 'yyyy-MM-dd';

/** A calendar day as a Date whose local parts are that day's: only for arithmetic that never leaves the calendar. */
export const calendarDay = (date: SalonDate): Date => parseISO(date);

/** True for a day that exists, written `yyyy-MM-dd`, in the years 1900 to 2199: arithmetic never leaves four digits. */
export function isSalonDate(text: string): boolean {
  return /^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(text) && isValid(calendarDay(text));
}

/** Making one costs thirty times its use. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const two = '2-digit';
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * What the clock of a zone shows at an instant, as the Date whose UTC parts are those. Not by `toZonedTime`, whose
 * Date has them as its local parts: good enough for the day, but the machine's own zone skips an hour too.
 */
function wallClock(instant: number, timeZone: string): Date {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((other) => other.type === type)?.value);
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
  );
}

/** The last answer for each zone: most questions are about now, and midnight comes on a whole minute. */
const lastDates = new Map<string, { readonly minute: number; readonly date: SalonDate }>();

/** The salon's calendar day at an instant, whatever zone the machine is in. */
export function salonDate(instant: Date, timeZone: string): SalonDate {
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  const last = lastDates.get(timeZone);
  if (last?.minute === minute) return last.date;
  const date = lightFormat(toZonedTime(instant, timeZone), DATE_FORMAT);
  lastDates.set(timeZone, { minute, date });
  return date;
}

const DAYS_KEPT = 1_000;
const offsetsKept = new Map<string, Offsets>();
type Offsets = readonly [before: number, after: number];

/**
 * How far a zone's clock is ahead of UTC before and after a day, in milliseconds; they differ only around a change of
 * the clocks. Kept, since each costs a formatting.
 */
function offsetsAround(midnight: number, timeZone: string): Offsets {
  const key = `${timeZone} ${midnight}`;
  const kept = offsetsKept.get(key);
  if (kept) return kept;
  const ahead = (instant: number) => wallClock(instant, timeZone).getTime() - instant;
  const offsets: Offsets = [ahead(midnight - DAY_MS), ahead(midnight + 2 * DAY_MS)];
  if (offsetsKept.size >= DAYS_KEPT) offsetsKept.clear();
  offsetsKept.set(key, offsets);
  return offsets;
}

/**
 * The instant at which the salon's clock shows a time on a day; null when that time is skipped by the change
 * to daylight saving. A time shown twice in autumn means its first showing.
 */
export function instantOf(date: SalonDate, minutes: Minutes, timeZone: string): Date | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const shown = midnight + minutes * MINUTE_MS;
  const [before, after] = offsetsAround(midnight, timeZone);
  if (before === after) return new Date(shown - before);
  const instants = [shown - before, shown - after];
  const showing = instants.filter((instant) => wallClock(instant, timeZone).getTime() === shown);
  return showing.length > 0 ? new Date(Math.min(...showing)) : null;
}

/** The one meaning of "past": an appointment must start after now. A skipped time is judged by `instantOf` first. */
export function isPast(date: SalonDate, start: Minutes, now: Date, timeZone: string): boolean {
  const today = salonDate(now, timeZone);
  if (date !== today) return date < today;
  const instant = instantOf(date, start, timeZone);
  return instant === null || instant <= now;
}

/** The last day that can be booked today. */
export function lastBookableDate(today: SalonDate): SalonDate {
  return lightFormat(addMonths(calendarDay(today), BOOKING_WINDOW_MONTHS), DATE_FORMAT);
}

/** 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(date: SalonDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export function addSalonDays(date: SalonDate, days: number): SalonDate {
  return lightFormat(addDays(calendarDay(date), days), DATE_FORMAT);
}

/** Every day from one to another, both included. */
export function salonDays(from: SalonDate, to: SalonDate): SalonDate[] {
  const days: SalonDate[] = [];
  for (let day = from; day <= to; day = addSalonDays(day, 1)) days.push(day);
  return days;
}
