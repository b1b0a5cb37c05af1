import type { Minutes } from './time-text.ts';

export * from './time-text.ts';

/** Salon-local calendar day, `yyyy-MM-dd`. */
export type SalonDate = string;

/** How far ahead an appointment may be, in calendar months, the last day included. */
const BOOKING_WINDOW_MONTHS = 6;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A calendar day as a Date with that day's local parts: for calendars on the screen only, since it is no instant. */
export function calendarDay(date: SalonDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

/** True for a day that exists, written `yyyy-MM-dd`, from 1900 to 2199, so that sums keep four digits. */
export function isSalonDate(text: string): boolean {
  if (!/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  // A day that the month doesn't have becomes one of the next month, or none at all.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** A calendar day in a zone, in milliseconds; the offsets differ on a day on which the clocks change. */
interface ZonedDay {
  /** Midnight of the same date in UTC. */
  readonly midnight: number;
  /** How far the zone's clock is ahead of UTC when the day begins and when it ends. */
  readonly offsets: readonly [first: number, last: number];
}

/** What is cached of a zone, since every conversion formats a date and most are about the same days. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<SalonDate, ZonedDay>;
  /** The day at that minute: most calls are about now, and a day begins on a whole minute. */
  today: { readonly minute: number; readonly date: SalonDate };
}

const MOST_CACHED_DAYS = 1_000;
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
 * What a zone's clock shows at an instant, as if it showed UTC: both in epoch milliseconds. All conversions here use it.
 * Most libraries return a `Date` whose local parts are the zone's, which is an hour off where the zone of the machine or
 * browser skips an hour.
 */
function wallClock(instant: number, { format }: Zone): number {
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((other) => other.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The salon's calendar day at an instant, whatever zone the machine is in. */
export function salonDate(instant: Date, timeZone: string): SalonDate {
  const zone = zoneOf(timeZone);
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  if (zone.today.minute !== minute) {
    zone.today = { minute, date: new Date(wallClock(instant.getTime(), zone)).toISOString().slice(0, 10) };
  }
  return zone.today.date;
}

/** What the salon's clock shows at an instant. */
export const salonMinutes = (instant: Date, timeZone: string): Minutes =>
  Math.floor(wallClock(instant.getTime(), zoneOf(timeZone)) / MINUTE_MS) % (DAY_MS / MINUTE_MS);

function zonedDay(date: SalonDate, zone: Zone): ZonedDay {
  const known = zone.days.get(date);
  if (known) return known;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const ahead = (instant: number) => wallClock(instant, zone) - instant;
  let offsets: ZonedDay['offsets'] = [ahead(midnight - DAY_MS), ahead(midnight + 2 * DAY_MS)];
  if (offsets[0] !== offsets[1]) {
    // The clocks change near this day, perhaps at midnight: take the offsets at its own start and end.
    offsets = [ahead(midnight - offsets[0] - MINUTE_MS), ahead(midnight + DAY_MS - offsets[1])];
  }
  const day = { midnight, offsets };
  if (zone.days.size >= MOST_CACHED_DAYS) zone.days.clear();
  zone.days.set(date, day);
  return day;
}

/**
 * For many times of one day: a function from a time to the instant, in epoch milliseconds, at which the salon's clock
 * shows it; null when the change to daylight saving skips that time. Of a time that is shown twice it is the first instant.
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

/** The instant at which the salon's clock shows a time on a day; null when that time is skipped, as above. */
export function instantOf(date: SalonDate, minutes: Minutes, timeZone: string): Date | null {
  const instant = instantsOn(date, timeZone)(minutes);
  return instant === null ? null : new Date(instant);
}

/** The instant at which a salon day begins. */
export function startOfDay(date: SalonDate, timeZone: string): Date {
  // Where the clocks go forward at midnight, the day begins an hour later by their count.
  const start = instantOf(date, 0, timeZone) ?? instantOf(date, 60, timeZone);
  if (start === null) throw new RangeError('no zone skips the first hour and more of a day');
  return start;
}

/** Whether an appointment's start is past: it must come after now. A time that today skips counts as past. */
export function isPast(date: SalonDate, start: Minutes, now: Date, timeZone: string): boolean {
  const today = salonDate(now, timeZone);
  if (date !== today) return date < today;
  const instant = instantOf(date, start, timeZone);
  return instant === null || instant <= now;
}

/** The result for the day of the last call, which is nearly always today. */
let lastBookable: { readonly today: SalonDate; readonly date: SalonDate } = { today: '', date: '' };

/** The last day that can be booked on a day. */
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

/** The day in UTC, where every day has 24 hours. */
const dayOf = (milliseconds: number): SalonDate => new Date(milliseconds).toISOString().slice(0, 10);

export function addSalonDays(date: SalonDate, days: number): SalonDate {
  return dayOf(Date.parse(date) + days * DAY_MS);
}

/** The same day of a later month, or the last one of a month that is too short for it. */
function addSalonMonths(date: SalonDate, months: number): SalonDate {
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
