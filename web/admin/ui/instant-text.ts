import { dayAs, formatDate } from '../../../src/salon/date-text.ts';
import { type SalonDate, salonDate, salonMinutes } from '../../../src/salon/salon-time.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { serverNow } from '../../ui/server-clock.ts';

/** `Thu, Dec 3`, or `Dec 3, 2025` of another year. */
export const dayText = (date: SalonDate, today: SalonDate): string =>
  dayAs(date, date.slice(0, 4) === today.slice(0, 4) ? 'EEE, MMM d' : 'MMM d, yyyy');

/** `Thu, Dec 3 · 2:30 PM` by the salon's clock, or `Dec 3, 2025 · 2:30 PM` of another year. */
export function instantText(iso: string, timeZone: string, now = serverNow()): string {
  const at = new Date(iso);
  const day = dayText(salonDate(at, timeZone), salonDate(now, timeZone));
  return `${day} · ${formatTime(salonMinutes(at, timeZone))}`;
}

/** `Thu, Dec 3, 2026`: in a history, which goes back years, all dates have the same format. */
export const recordDay = (date: SalonDate): string => dayAs(date, 'EEE, MMM d, yyyy');

/** `Thu, Dec 3, 2026 · 2:30 PM` by the salon's clock, in a history. */
export function recordInstant(iso: string, timeZone: string): string {
  const at = new Date(iso);
  return `${recordDay(salonDate(at, timeZone))} · ${formatTime(salonMinutes(at, timeZone))}`;
}

/** `Dec 03, 2026 · 2:30:05 PM` by the salon's clock. */
export function exactInstantText(iso: string, timeZone: string): string {
  const at = new Date(iso);
  const time = formatTime(salonMinutes(at, timeZone));
  const seconds = String(at.getUTCSeconds()).padStart(2, '0');
  return `${formatDate(salonDate(at, timeZone))} · ${time.replace(' ', `:${seconds} `)}`;
}

/** `2:30 PM` by the salon's clock, for instants of today. The non-breaking space keeps it on one line. */
export const timeText = (iso: string, timeZone: string): string =>
  formatTime(salonMinutes(new Date(iso), timeZone)).replace(' ', '\u00a0');

/** Formats instants of today by the salon's clock. */
export function useTimeText(): (iso: string) => string {
  const { time_zone } = useSalon();
  return (iso) => timeText(iso, time_zone);
}

/** Formats instants in the salon's time zone, whatever the browser's. All screens but histories use it. */
export function useInstantText(): (iso: string) => string {
  const { time_zone } = useSalon();
  return (iso) => instantText(iso, time_zone);
}
