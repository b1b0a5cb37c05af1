import type { UpcomingBookings } from '../../../contracts/upcoming-bookings.ts';

/** A family of five that plans its visits well ahead stays below both. */
export const MOST_UPCOMING_BOOKINGS = 12;
export const MOST_NAMES_OF_A_PHONE = 8;

const normalized = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** True when one more booking under this name would look like somebody filling the calendar. */
export function isSuspicious(name: string, { ofPhone, ofEmail, names }: UpcomingBookings): boolean {
  const allNames = new Set([...names, name].map(normalized));
  return Math.max(ofPhone, ofEmail) >= MOST_UPCOMING_BOOKINGS || allNames.size > MOST_NAMES_OF_A_PHONE;
}
