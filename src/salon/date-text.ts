import { dayOfWeek, type SalonDate } from './salon-time.ts';

/** Days as people write them. In a file of their own, since the names of months and days make a page's script larger. */

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

/** The parts of a pattern, as Unicode (UTS 35) names them. */
const PARTS: Readonly<Record<string, (date: SalonDate) => string>> = {
  EEEE: (date) => weekdayName(dayOfWeek(date)),
  EEE: (date) => weekdayName(dayOfWeek(date)).slice(0, 3),
  MMMM: (date) => MONTHS[Number(date.slice(5, 7)) - 1] ?? '',
  MMM: (date) => (MONTHS[Number(date.slice(5, 7)) - 1] ?? '').slice(0, 3),
  dd: (date) => date.slice(8),
  d: (date) => String(Number(date.slice(8))),
  yyyy: (date) => date.slice(0, 4),
};

/** A day in a pattern such as `EEE, MMM d`. date-fns has the same, at fifteen times the size. */
export const dayAs = (date: SalonDate, pattern: string): string =>
  pattern.replaceAll(/EEEE?|MMMM?|dd?|yyyy/g, (part) => PARTS[part]?.(date) ?? part);

/** `Nov 20, 2026`. */
export const formatDate = (date: SalonDate): string => dayAs(date, 'MMM dd, yyyy');

/** `Friday, November 20`, for headings. */
export const formatLongDate = (date: SalonDate): string => dayAs(date, 'EEEE, MMMM d');
