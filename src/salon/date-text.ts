import { dayOfWeek, type SalonDate } from './salon-time.ts';

/** Dates in words. They have a file of their own, since the names of months and days make a page's script larger. */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** @param dayOfWeek 0 for Sunday */
export const weekdayName = (dayOfWeek: number): string => WEEKDAYS[dayOfWeek] ?? '';
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The parts of a pattern, with the names that Unicode gives them (UTS 35). */
const PARTS: Readonly<Record<string, (date: SalonDate) => string>> = {
  EEEE: (date) => weekdayName(dayOfWeek(date)),
  EEE: (date) => weekdayName(dayOfWeek(date)).slice(0, 3),
  MMMM: (date) => MONTHS[Number(date.slice(5, 7)) - 1] ?? '',
  MMM: (date) => (MONTHS[Number(date.slice(5, 7)) - 1] ?? '').slice(0, 3),
  dd: (date) => date.slice(8),
  d: (date) => String(Number(date.slice(8))),
  yyyy: (date) => date.slice(0, 4),
};

/** A day, formatted by a pattern such as `EEE, MMM d`. The same function of date-fns is fifteen times as large. */
export const dayAs = (date: SalonDate, pattern: string): string =>
  pattern.replaceAll(/EEEE?|MMMM?|dd?|yyyy/g, (part) => PARTS[part]?.(date) ?? part);

/** A day such as `Nov 20, 2026`. */
export const formatDate = (date: SalonDate): string => dayAs(date, 'MMM dd, yyyy');

/** A day such as `Friday, November 20`, for headings. */
export const formatLongDate = (date: SalonDate): string => dayAs(date, 'EEEE, MMMM d');
