import { DAY_MINUTES, type Minutes } from './time-text.ts';

export * from './time-text.ts';

/** A calendar day in the salon's time zone, `yyyy-MM-dd`. */
export type SalonDate = string;

/** Bookings may be so many calendar months ahead, including the last day. */
const BOOKING_WINDOW_MONTHS = 6;

const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** A calendar day as a Date with that day's local parts. Use it only for calendars on the screen, since it is no instant. */
export function calendarDay(date: SalonDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

/** True for an existing day from 1900 to 2199, written `yyyy-MM-dd`. So a year keeps four digits when days or months are added. */
export function isSalonDate(text: string): boolean {
  if (!/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  // If the month doesn't have the day, the Date is one of the next month, or invalid.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** A calendar day in a zone, in milliseconds. Its two offsets differ on a day on which the clocks change. */
interface ZonedDay {
  /** Midnight of the same date in UTC. */
  readonly midnight: number;
  /** Milliseconds by which the zone's clock is ahead of UTC when the day begins and when it ends. */
  readonly offsets: readonly [first: number, last: number];
}

/** A cache for a zone: every conversion formats a date, and most conversions are about the same days. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<SalonDate, ZonedDay>;
  /** The day at a minute. Most calls are about the present, and every day begins on a whole minute. */
  today: { readonly minute: number; readonly date: SalonDate };
}

/** Some 27 years, so that a report over 20 years finds each of its days again. */
const MOST_CACHED_DAYS = 10_000;
const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  const zone: Zone = { format, days: new Map(), today: { minute: Number.NaN, date: '' } };
  zones.set(timeZone, zone);
  return zone;
}

/**
 * The time on a zone's clock at an instant, read as if the clock showed UTC. Both are in epoch milliseconds. All conversions here use this
 * function. Most libraries return a `Date` whose local parts are those of the zone. Such a `Date` is an hour off when the machine's or
 * browser's own zone skips an hour.
 */
function wallClock(instant: number, { format }: Zone): number {
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((other) => other.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The salon's calendar day at an instant. It doesn't depend on the machine's time zone. */
export function salonDate(instant: Date, timeZone: string): SalonDate {
  const zone = zoneOf(timeZone);
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  if (zone.today.minute !== minute) {
    zone.today = { minute, date: new Date(wallClock(instant.getTime(), zone)).toISOString().slice(0, 10) };
  }
  return zone.today.date;
}

/** The time that the salon's clock shows at an instant. */
export const salonMinutes = (instant: Date, timeZone: string): Minutes =>
  Math.floor(wallClock(instant.getTime(), zoneOf(timeZone)) / MINUTE_MS) % (DAY_MS / MINUTE_MS);

function zonedDay(date: SalonDate, zone: Zone): ZonedDay {
  const known = zone.days.get(date);
  if (known) return known;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const ahead = (instant: number) => wallClock(instant, zone) - instant;
  let offsets: ZonedDay['offsets'] = [ahead(midnight - DAY_MS), ahead(midnight + 2 * DAY_MS)];
  if (offsets[0] !== offsets[1]) {
    // The clocks change near this day, perhaps at midnight. So the offsets at the day's own start and end are needed.
    offsets = [ahead(midnight - offsets[0] - MINUTE_MS), ahead(midnight + DAY_MS - offsets[1])];
  }
  const day = { midnight, offsets };
  if (zone.days.size >= MOST_CACHED_DAYS) zone.days.clear();
  zone.days.set(date, day);
  return day;
}

/**
 * Makes a function for many times of one day. It converts a time to the instant, in epoch milliseconds, at which the salon's clock shows
 * it; null when the change to daylight saving time skips it. If the clock shows a time twice, it is the first instant.
 */
export function instantsOn(date: SalonDate, timeZone: string): (minutes: Minutes) => number | null {
  const zone = zoneOf(timeZone);
  const { midnight, offsets } = zonedDay(date, zone);
  const [first, last] = offsets;
  if (first === last) return (minutes) => midnight + minutes * MINUTE_MS - first;
  return (minutes) => {
    const shown = midnight + minutes * MINUTE_MS;
    const showing = offsets
      .map((offset) => shown - offset)
      .filter((instant) => wallClock(instant, zone) === shown);
    return showing.length > 0 ? Math.min(...showing) : null;
  };
}

/** The instant at which the salon's clock shows a time on a day; null when the change to daylight saving time skips it. */
export function instantOf(date: SalonDate, minutes: Minutes, timeZone: string): Date | null {
  const instant = instantsOn(date, timeZone)(minutes);
  return instant === null ? null : new Date(instant);
}

/** The instant at which a salon day begins. */
export function startOfDay(date: SalonDate, timeZone: string): Date {
  // If the clocks go forward at midnight, the first time that they show on that day is one o'clock.
  const start = instantOf(date, 0, timeZone) ?? instantOf(date, 60, timeZone);
  if (start === null) throw new RangeError('no zone skips the first hour and more of a day');
  return start;
}

/** The instants at which a period of days begins and ends. */
export const instantsOfDays = (
  from: SalonDate,
  to: SalonDate,
  timeZone: string,
): readonly [begin: Date, end: Date] => [
  startOfDay(from, timeZone),
  startOfDay(addSalonDays(to, 1), timeZone),
];

/** Whether a booking's start is past or just now. A time that the clock skips today counts as past. */
export function isPast(date: SalonDate, start: Minutes, now: Date, timeZone: string): boolean {
  const today = salonDate(now, timeZone);
  if (date !== today) return date < today;
  const instant = instantOf(date, start, timeZone);
  return instant === null || instant <= now;
}

/** A cache with the result for the day of the last call, which is nearly always today. */
let lastBookable: { readonly today: SalonDate; readonly date: SalonDate } = { today: '', date: '' };

/** The last day for which appointments can be booked today. */
export function lastBookableDate(today: SalonDate): SalonDate {
  if (lastBookable.today !== today) {
    lastBookable = { today, date: addSalonMonths(today, BOOKING_WINDOW_MONTHS) };
  }
  return lastBookable.date;
}

/** 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(date: SalonDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The day of a time in UTC, where every day has 24 hours. */
const dayOf = (milliseconds: number): SalonDate => new Date(milliseconds).toISOString().slice(0, 10);

export function addSalonDays(date: SalonDate, days: number): SalonDate {
  return dayOf(Date.parse(date) + days * DAY_MS);
}

/** The same day of a later month, or the last day of that month if the month is too short. */
export function addSalonMonths(date: SalonDate, months: number): SalonDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** Every day from one to another, both included. */
export function salonDays(from: SalonDate, to: SalonDate): SalonDate[] {
  const days: SalonDate[] = [];
  const last = Date.parse(to);
  for (let day = Date.parse(from); day <= last; day += DAY_MS) days.push(dayOf(day));
  return days;
}

/** Whether it is the name of a time zone, such as `America/Los_Angeles`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
