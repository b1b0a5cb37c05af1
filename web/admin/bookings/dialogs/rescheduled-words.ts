import { formatDate } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';

interface Moved {
  readonly date: SalonDate;
  /** Such as `9:30 AM`. */
  readonly time: string;
  /** The name of another stylist, who does it from now on. */
  readonly stylist: string | undefined;
  readonly isSameTime: boolean;
}

/** The toast about an appointment that was moved, or handed over at its time. */
export const rescheduledWords = ({ date, time, stylist, isSameTime }: Moved) =>
  stylist !== undefined && isSameTime
    ? { title: 'Appointment Handed Over', text: `It is with ${stylist} now.` }
    : {
        title: 'Appointment Rescheduled',
        text: `Booking rescheduled to ${formatDate(date)} at ${time}${stylist === undefined ? '' : ` with ${stylist}`}.`,
      };
