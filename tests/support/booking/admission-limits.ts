import { SalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import type { BookingLimits, HoldLimits } from '../../../src/salon/booking-limits.ts';

/** What a profile that says nothing of limits has. */
export const DEFAULT_BOOKING_LIMITS: BookingLimits = SalonProfile.shape.booking_limits.parse(undefined);
export const DEFAULT_HOLD_LIMITS: HoldLimits = SalonProfile.shape.hold_limits.parse(undefined);

/** Limits of the tests' own, small enough to be reached one by one. */
export const SMALL_LIMITS: BookingLimits = {
  free: { bookings_per_hour: 5, bookings_per_day: 8, unconfirmed_minutes: 480 },
  with_proof: { bookings_per_hour: 10, bookings_per_day: 16, unconfirmed_minutes: 720 },
  senders_per_network: 2,
  rush_bookings_per_hour: 20,
  rush_minutes_per_hour: 1_440,
  rush_minutes_per_sender: 240,
  site_minutes_per_hour: 7_200,
};
export const SMALL_HOLD_LIMITS: HoldLimits = { at_once: 3, per_hour: 30, per_day: 100, per_date: 20 };
/** Bookings of one sender with one contact in an hour. */
export const PER_CONTACT = 5;
