import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { type Minutes, minutesOf } from '../../../../src/salon/time-text.ts';

type Timed = Pick<AdminBooking, 'status' | 'appointment_time' | 'duration'>;
type Ours = Pick<AdminBooking, 'stylist'>;

/** The minutes after the end of a visit in which it may still make others wait. */
const LATE_WITHIN = 60;
/** More would push the next customer off a phone's first screen. */
const MOST_IN_CHAIR = 2;

/** Whether a visit has begun and hasn't been completed, as long as it may make others wait. */
export function isUnderWay({ status, appointment_time, duration }: Timed, minute: Minutes): boolean {
  const start = minutesOf(appointment_time);
  return status !== 'completed' && start <= minute && minute < start + duration + LATE_WITHIN;
}

/**
 * The visits that are under way and the first one after them, also together.
 *
 * @param bookings of a day, in order, without cancelled ones
 */
export function nowAndNext<Booking extends Timed>(bookings: readonly Booking[], minute: Minutes) {
  const underWay = bookings.filter((booking) => isUnderWay(booking, minute)).slice(-MOST_IN_CHAIR);
  const next = bookings.find(
    ({ status, appointment_time }) => status !== 'completed' && minutesOf(appointment_time) > minute,
  );
  return { underWay, next, both: next ? [...underWay, next] : underWay };
}

/** Those of one stylist. @param id undefined for all */
export const visitsOf = <Booking extends Ours>(
  id: string | undefined,
  bookings: readonly Booking[],
): readonly Booking[] => (id === undefined ? bookings : bookings.filter(({ stylist }) => stylist?.id === id));

/** The next visit of each stylist. */
export const nextOfEach = <Booking extends Timed & Ours>(
  bookings: readonly Booking[],
  minute: Minutes,
): readonly Booking[] =>
  [...Map.groupBy(bookings, ({ stylist }) => stylist?.id).values()].flatMap(
    (theirs) => nowAndNext(theirs, minute).next ?? [],
  );
