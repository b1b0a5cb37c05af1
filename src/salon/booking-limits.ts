import type { Minutes } from './time-text.ts';

/** The shortest time between two codes to the same contact, so that at most one is on its way. */
export const CODES_APART_SECONDS = 60;

/** How much one sender may have booked, including the booking that is being decided. */
export interface Allowance {
  readonly bookings_per_hour: number;
  readonly bookings_per_day: number;
  /** Minutes of upcoming bookings that staff haven't confirmed. */
  readonly unconfirmed_minutes: Minutes;
}

/** `booking_limits` of the salon's profile. */
export interface BookingLimits {
  /** What a sender may book without being asked for anything. */
  readonly free: Allowance;
  /** What a sender may book with a proof of work, which visitors don't notice. Nobody may have more unconfirmed minutes than this. */
  readonly with_proof: Allowance;
  /** An IPv6 network of 48 bits may book as much as this many senders, since one customer of a provider may have the whole network. */
  readonly senders_per_network: number;
  /**
   * If all visitors together make more public bookings or unconfirmed minutes in an hour than these numbers, and also far more than
   * usual, it is a rush. During a rush everybody needs a proof of work, and a sender needs a code for more than
   * `rush_minutes_per_sender`.
   */
  readonly rush_bookings_per_hour: number;
  readonly rush_minutes_per_hour: Minutes;
  readonly rush_minutes_per_sender: Minutes;
  /** If all visitors together have taken more unconfirmed minutes than this in an hour, bookings need a code, and holds are refused. */
  readonly site_minutes_per_hour: Minutes;
}

/** `hold_limits` of the salon's profile. Each limit applies to one sender. */
export interface HoldLimits {
  readonly at_once: number;
  readonly per_hour: number;
  readonly per_day: number;
  /** The most holds on the same salon day that a sender may make within a day, so that nobody can hold the same times again and again. */
  readonly per_date: number;
}
