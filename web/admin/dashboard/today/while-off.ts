import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import {
  type CalendarBooking,
  type CalendarDay,
  hoursOf,
  openHours,
} from '../../../../src/contracts/bookings/calendar.ts';
import { overlaps } from '../../../../src/salon/slots.ts';
import { sum } from '../../../../src/salon/sums.ts';
import { formatTime, minutesOf } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { isOpen } from '../../bookings/commands.ts';
import type { LeftBehind } from './left-behind.ts';

type Found = Pick<AdminBooking, 'id' | 'customer_name' | 'appointment_date' | 'appointment_time' | 'stylist'>;

/**
 * The appointments of a team that aren't over and whose stylist isn't there. The stylist has left, or they lie in a time that is blocked
 * for the stylist alone, or on a day on which the salon is open and the stylist doesn't work. One before or after the stylist's hours is
 * what staff wanted.
 *
 * @returns the earliest ones, and the number of all
 */
export function whileOff(
  days: readonly CalendarDay[],
  leftBehind: readonly LeftBehind[],
  now: SalonNow,
): { readonly total: number; readonly first: readonly Found[] } {
  const hasLeft = ({ stylist }: CalendarBooking) => leftBehind.some((of) => of.stylist.id === stylist?.id);
  const off = days.flatMap(({ date, bookings, ...day }) => {
    const isOff = (booking: CalendarBooking) =>
      (openHours(day).length > 0 && hoursOf(day, booking.stylist?.id).length === 0) ||
      day.blocks.some(
        (block) =>
          block.resource_id === booking.stylist?.id && booking.parts.some((part) => overlaps(part, block)),
      );
    return bookings
      .filter(
        (booking) =>
          isOpen(booking) &&
          (date === now.date ? booking.end > now.minute : date > now.date) &&
          !hasLeft(booking) &&
          isOff(booking),
      )
      .map(
        ({ start, ...booking }): Found => ({
          ...booking,
          appointment_date: date,
          appointment_time: formatTime(start),
        }),
      );
  });
  const left = leftBehind.flatMap(({ stylist, appointments }) =>
    appointments.map((one): Found => ({ ...one, stylist })),
  );
  return {
    total: off.length + sum(leftBehind.map(({ total }) => total)),
    first: [...off, ...left].sort(
      (a, b) =>
        a.appointment_date.localeCompare(b.appointment_date) ||
        minutesOf(a.appointment_time) - minutesOf(b.appointment_time),
    ),
  };
}
