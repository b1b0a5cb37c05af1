/** Appointments still to come, neither cancelled nor over, of whoever books with this phone or e-mail. */
export interface StandingBookings {
  readonly ofPhone: number;
  readonly ofEmail: number;
  /** The names that the phone's appointments are under, as typed. */
  readonly names: readonly string[];
}

/** A family of five that plans its visits well ahead stays below both. */
export const MOST_STANDING_BOOKINGS = 12;
export const MOST_NAMES_OF_A_PHONE = 8;

const spoken = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** True when one more booking under this name would look like somebody filling the calendar. */
export function isSuspicious(name: string, { ofPhone, ofEmail, names }: StandingBookings): boolean {
  const allNames = new Set([...names, name].map(spoken));
  return Math.max(ofPhone, ofEmail) >= MOST_STANDING_BOOKINGS || allNames.size > MOST_NAMES_OF_A_PHONE;
}
