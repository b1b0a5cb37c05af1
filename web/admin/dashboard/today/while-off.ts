import {
  type CalendarBooking,
  type CalendarDay,
  hoursOf,
  openHours,
} from '../../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { overlaps } from '../../../../src/salon/slots.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { isOpen } from '../../bookings/commands.ts';

/**
 * The appointments of a team that aren't over and whose stylist isn't there: they lie in a time that is blocked for the stylist alone, or
 * on a day on which the salon is open and the stylist doesn't work. One before or after the stylist's hours is what staff wanted.
 */
export function whileOff(
  days: readonly CalendarDay[],
  now: SalonNow,
): readonly { readonly date: SalonDate; readonly booking: CalendarBooking }[] {
  return days.flatMap(({ date, bookings, ...day }) => {
    const isOff = (booking: CalendarBooking) =>
      (openHours(day).length > 0 && hoursOf(day, booking.stylist?.id).length === 0) ||
      day.blocks.some(
        (block) =>
          block.resource_id === booking.stylist?.id && booking.parts.some((part) => overlaps(part, block)),
      );
    return bookings
      .filter((booking) => isOpen(booking) && (date > now.date || booking.end > now.minute) && isOff(booking))
      .map((booking) => ({ date, booking }));
  });
}
