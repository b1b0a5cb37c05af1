import type { BookingRecord } from '../../../contracts/bookings/booking-records.ts';
import type { ContactPerson } from './attempts.ts';

/** A family of five that plans its visits well ahead stays below both limits. */
export const MOST_UPCOMING_BOOKINGS = 12;
export const MOST_NAMES_OF_A_PHONE = 8;

const normalized = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/**
 * True when one more booking with these contacts would look as if somebody wanted to fill the calendar.
 *
 * @param records bookings that may count against these contacts; they must not include bookings that others made in their name
 */
export function isSuspicious(
  { name, email, phoneE164 }: ContactPerson,
  records: readonly BookingRecord[],
): boolean {
  const upcoming = records.filter(
    ({ status, isUpcoming }) => isUpcoming && (status === 'pending' || status === 'confirmed'),
  );
  const ofPhone = upcoming.filter((record) => record.phoneE164 === phoneE164);
  const ofEmail = upcoming.filter((record) => email !== null && record.email === email.toLowerCase());
  const names = new Set([name, ...ofPhone.flatMap((record) => record.name ?? [])].map(normalized));
  return (
    Math.max(ofPhone.length, ofEmail.length) >= MOST_UPCOMING_BOOKINGS || names.size > MOST_NAMES_OF_A_PHONE
  );
}
