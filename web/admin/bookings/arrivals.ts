import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';

type Arrival = Pick<AdminBooking, 'arrived_at' | 'walk_in'>;

/** Whether a customer is in the salon, as far as staff have recorded it. Somebody who walks in is. */
export const isHere = ({ arrived_at, walk_in }: Arrival): boolean => arrived_at !== null || walk_in;

/** Whether staff record arrivals on this day: if nobody has one, a visit without it says nothing. */
export const areArrivalsRecorded = (bookings: readonly Arrival[]): boolean =>
  bookings.some(({ arrived_at }) => arrived_at !== null);
