import { format } from 'date-fns/format';
import { calendarDay, type SalonDate } from './salon-time.ts';

/** Days as people write them. Apart from `salon-time.ts`, since the names of months and days are large. */

/** `Nov 20, 2026` (spec section 9). */
export function formatDate(date: SalonDate): string {
  return format(calendarDay(date), 'MMM dd, yyyy');
}

/** `Friday, November 20`, for headings. */
export function formatLongDate(date: SalonDate): string {
  return format(calendarDay(date), 'EEEE, MMMM d');
}
