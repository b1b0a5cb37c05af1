import { STYLIST_OF } from '../stylist-of.ts';
import { calendarUnit } from './calendar-keys.ts';
import type { Grouping } from './report.ts';

/** Rows by whose appointments they are. A salon that isn't a team has no such rows. */
export const BY_STYLIST: Grouping = { key: 'stylist', label: 'Stylist' };

export const isByStylist = (by: string): boolean => by === BY_STYLIST.key;

/** SQL for the key of an appointment, by its stylist or by the calendar; undefined for another grouping. */
export const appointmentKey = (by: string, date: string, minute: string): string | undefined =>
  isByStylist(by) ? STYLIST_OF : calendarUnit(by)?.key(date, minute);
