import type { Minutes } from './time-text.ts';

/** Between two codes to one contact, so that at most one is on its way. */
export const CODES_APART_SECONDS = 60;

/** How much one sender may have done, the booking in question included. */
export interface Allowance {
  readonly bookings_per_hour: number;
  readonly bookings_per_day: number;
  /** Minutes of the calendar in bookings to come that staff haven't confirmed. */
  readonly unconfirmed_minutes: Minutes;
}

/** `booking_limits` of the salon's profile. */
export interface BookingLimits {
  /** Without being asked for anything. */
  readonly free: Allowance;
  /** With a proof of work, which the visitor doesn't notice. Nobody gets more unconfirmed time. */
  readonly with_proof: Allowance;
  /** An IPv6 network of 48 bits may do as much as this many senders: one customer of a provider may have all of it. */
  readonly senders_per_network: number;
  /**
   * More public bookings or unconfirmed minutes in an hour, of all visitors together, are a rush if they are also far more
   * than usual: then everybody proves work, and a sender answers a code for more than `rush_minutes_per_sender`.
   */
  readonly rush_bookings_per_hour: number;
  readonly rush_minutes_per_hour: Minutes;
  readonly rush_minutes_per_sender: Minutes;
  /** Once all visitors together have taken more unconfirmed minutes in an hour, online booking pauses. */
  readonly site_minutes_per_hour: Minutes;
}

/** `hold_limits` of the salon's profile; each counts for one sender. */
export interface HoldLimits {
  readonly at_once: number;
  readonly per_hour: number;
  readonly per_day: number;
  /** Holds for one salon day, made within a day, so that nobody can hold the same times again and again. */
  readonly per_date: number;
}
