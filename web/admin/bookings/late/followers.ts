import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { minutesOf } from '../../../../src/salon/time-text.ts';

type Timed = Pick<AdminBooking, 'id' | 'status' | 'appointment_time' | 'duration'>;

/** Those of a day's appointments that have to wait if one of them ends so many minutes late, in order. */
export function followersOf<Booking extends Timed>(
  late: Timed,
  bookings: readonly Booking[],
  minutes: number,
): readonly Booking[] {
  const planned = minutesOf(late.appointment_time) + late.duration;
  let end = planned + minutes;
  const touched: Booking[] = [];
  const later = bookings
    .filter(({ id, status, appointment_time }) => {
      const isOpen = status === 'pending' || status === 'confirmed';
      // One that begins before it was to end is in its gap.
      return id !== late.id && isOpen && minutesOf(appointment_time) >= planned;
    })
    .toSorted((a, b) => minutesOf(a.appointment_time) - minutesOf(b.appointment_time));
  for (const booking of later) {
    const begins = minutesOf(booking.appointment_time);
    if (begins >= end) break;
    touched.push(booking);
    end += booking.duration;
  }
  return touched;
}
