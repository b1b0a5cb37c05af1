import {
  type Calendar,
  type CalendarBooking,
  isTheirs,
} from '../../../../src/contracts/bookings/calendar.ts';
import { FIRST } from '../../../../src/salon/parts.ts';

/** The stylist who does an appointment, also a cancelled one, which occupies nobody. */
export const doneBy = ({ stylist, parts }: Pick<CalendarBooking, 'stylist' | 'parts'>): string =>
  stylist?.id ?? parts[0]?.resource_id ?? FIRST;

/** The calendar of one stylist: their appointments, and when nothing can be booked with them. @param id undefined for all */
export function calendarOf(calendar: Calendar, id: string | undefined): Calendar {
  if (id === undefined) return calendar;
  return {
    ...calendar,
    days: calendar.days.map((day) => ({
      ...day,
      bookings: day.bookings.filter((booking) => doneBy(booking) === id),
      blocks: day.blocks.filter(isTheirs(id)),
      ...(day.busy && { busy: day.busy.filter(isTheirs(id)) }),
    })),
  };
}
