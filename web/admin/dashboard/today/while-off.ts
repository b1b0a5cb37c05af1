import {
  type CalendarBooking,
  type CalendarDay,
  openHours,
} from '../../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { liesWithin, overlaps } from '../../../../src/salon/slots.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { isOpen } from '../../bookings/commands.ts';

/**
 * The appointments of a team that aren't over and whose stylist isn't there: they lie in a time that is blocked for the stylist alone, or
 * outside the hours in which the stylist works while the salon is open.
 */
export function whileOff(
  days: readonly CalendarDay[],
  now: SalonNow,
): readonly { readonly date: SalonDate; readonly booking: CalendarBooking }[] {
  return days.flatMap(({ date, bookings, ...day }) => {
    const isOff = (booking: CalendarBooking) =>
      (booking.outside_hours && liesWithin(booking, openHours(day))) ||
      day.blocks.some(
        (block) =>
          block.resource_id === booking.stylist?.id && booking.parts.some((part) => overlaps(part, block)),
      );
    return bookings
      .filter((booking) => isOpen(booking) && (date > now.date || booking.end > now.minute) && isOff(booking))
      .map((booking) => ({ date, booking }));
  });
}
