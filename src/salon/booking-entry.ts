import type { CalendarEntry } from './calendar-file.ts';
import { instantOf, type Minutes, type SalonDate } from './salon-time.ts';

/** The status of a booking's entry in a calendar. */
export const ENTRY_STATUS = {
  pending: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  cancelled: 'CANCELLED',
} as const;

interface Entered {
  readonly bookingId: string;
  readonly version: number;
  readonly status: keyof typeof ENTRY_STATUS;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly minutes: Minutes;
  /** Names of the services. */
  readonly services: readonly string[];
  /** Such as `with Ann`, in a team. */
  readonly stylist?: string | undefined;
  /** The booking's private link. */
  readonly link: string;
}

interface Salon {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly timeZone: string;
}

/**
 * The entry for a customer's calendar. All files about a booking have the same entry, so that a later file can update an earlier
 * one.
 *
 * @returns undefined if the salon's clock skips the time on that day
 */
export function bookingEntry(appointment: Entered, salon: Salon, now: Date): CalendarEntry | undefined {
  const { bookingId, version, status, date, minutes, services, stylist, link } = appointment;
  const start = instantOf(date, appointment.start, salon.timeZone);
  if (start === null) return undefined;
  return {
    uid: bookingId,
    sequence: version - 1,
    status: ENTRY_STATUS[status],
    start,
    end: new Date(start.getTime() + minutes * 60_000),
    stamp: now,
    summary: `${salon.name}: ${services.join(', ')}`,
    description: [
      stylist && `Your appointment is ${stylist}.`,
      `View, move or cancel: ${link}`,
      salon.phone && `Phone: ${salon.phone}`,
    ]
      .filter(Boolean)
      .join('\n'),
    location: [salon.name, salon.address].filter(Boolean).join(', '),
  };
}
