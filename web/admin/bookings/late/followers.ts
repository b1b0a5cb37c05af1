import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { TYPED_EVERY_MINUTES } from '../../../../src/salon/starts.ts';
import { type Minutes, minutesOf } from '../../../../src/salon/time-text.ts';
import { isOpen } from '../commands.ts';

type Timed = Pick<AdminBooking, 'id' | 'status' | 'appointment_time' | 'duration' | 'stylist'>;

/** An appointment that has to wait, and how long: in steps of five minutes, rounded up. */
interface Follower<Booking> {
  readonly booking: Booking;
  readonly minutes: Minutes;
}

const roundedUp = (minutes: Minutes): Minutes =>
  Math.ceil(minutes / TYPED_EVERY_MINUTES) * TYPED_EVERY_MINUTES;

/**
 * Those of a day's appointments with the same stylist that have to wait if one of them ends so many minutes late, in order. Free time on the
 * way makes it less.
 */
export function followersOf<Booking extends Timed>(
  late: Timed,
  bookings: readonly Booking[],
  minutes: number,
): readonly Follower<Booking>[] {
  const planned = minutesOf(late.appointment_time) + late.duration;
  let end = planned + minutes;
  const followers: Follower<Booking>[] = [];
  const later = bookings
    .filter(
      (one) =>
        one.stylist?.id === late.stylist?.id &&
        one.id !== late.id &&
        isOpen(one) &&
        // One that begins before it was to end is in its gap.
        minutesOf(one.appointment_time) >= planned,
    )
    .toSorted((a, b) => minutesOf(a.appointment_time) - minutesOf(b.appointment_time));
  for (const booking of later) {
    const begins = minutesOf(booking.appointment_time);
    if (begins >= end) break;
    // One in the gap of a follower doesn't wait for the follower's end.
    const wait = Math.min(end - begins, minutes);
    followers.push({ booking, minutes: roundedUp(wait) });
    end = Math.max(end, begins + wait + booking.duration);
  }
  return followers;
}
