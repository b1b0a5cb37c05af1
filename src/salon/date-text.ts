import { format } from 'date-fns/format';
import { calendarDay, type SalonDate } from './salon-time.ts';

/** Days as people write them. In a file of their own, since the names of months and days make a page's script larger. */

/** `Nov 20, 2026`. */
export function formatDate(date: SalonDate): string {
  return format(calendarDay(date), 'MMM dd, yyyy');
}

/** `Friday, November 20`, for headings. */
export function formatLongDate(date: SalonDate): string {
  return format(calendarDay(date), 'EEEE, MMMM d');
}
