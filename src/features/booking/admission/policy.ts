import type { Allowance, BookingLimits, HoldLimits } from '../../../salon/booking-limits.ts';
import type { Minutes } from '../../../salon/salon-time.ts';

/**
 * Who may take time from the calendar, as a function of what is known about the sender: no clock, no store. The
 * decision "Admit public bookings in steps" has the table; the property tests check it.
 */

export interface Activity {
  readonly bookingsLastHour: number;
  readonly bookingsLastDay: number;
  readonly unconfirmedMinutes: Minutes;
}

/** What all visitors have done in the last hour. */
export interface SiteActivity {
  /** Whether they book far more than usual. */
  readonly isRush: boolean;
  /** Taken and not confirmed. */
  readonly unconfirmedMinutes: Minutes;
}

/** What is known of a public booking; all counts include it. */
export interface BookingFacts {
  readonly sender: Activity;
  /** Of the sender's IPv6 network of 48 bits; undefined for IPv4. */
  readonly network: Activity | undefined;
  /** Bookings of the last hour from this sender with the same phone or e-mail, whichever has more. */
  readonly withContact: number;
  /** The upcoming bookings of these contacts look like somebody filling the calendar. */
  readonly isSuspicious: boolean;
  readonly site: SiteActivity;
}

/** What a booking needs: nothing, a proof of work, a code sent to its phone or e-mail; or it isn't taken at all. */
export type AdmissionStep = 'none' | 'proof' | 'code' | 'call' | 'wait';

const within = (activity: Activity, allowance: Allowance, times = 1): boolean =>
  activity.bookingsLastHour <= times * allowance.bookings_per_hour &&
  activity.bookingsLastDay <= times * allowance.bookings_per_day &&
  activity.unconfirmedMinutes <= times * allowance.unconfirmed_minutes;

/** @param contactPerHour bookings that one sender may make with one phone or e-mail in an hour */
export function stepFor(facts: BookingFacts, limits: BookingLimits, contactPerHour: number): AdmissionStep {
  const { sender, network, site } = facts;
  const { free, with_proof, senders_per_network: senders } = limits;
  const isWithin = (allowance: Allowance) =>
    within(sender, allowance) && (network === undefined || within(network, allowance, senders));
  const hasTaken = (most: Minutes) =>
    sender.unconfirmedMinutes > most || (network?.unconfirmedMinutes ?? 0) > senders * most;

  // First what neither proof nor code can change, so that nobody works for a refusal.
  if (facts.withContact > contactPerHour) return 'wait';
  if (facts.isSuspicious) return 'call';
  if (hasTaken(with_proof.unconfirmed_minutes)) return 'call';

  if (!isWithin(with_proof) || site.unconfirmedMinutes > limits.site_minutes_per_hour) return 'code';
  if (site.isRush && hasTaken(limits.rush_minutes_per_sender)) return 'code';
  if (!isWithin(free) || site.isRush) return 'proof';
  return 'none';
}

/** What one sender holds and has held, the hold in question included and the one that it replaces left out. */
export interface HoldActivity {
  readonly live: { readonly holds: number; readonly minutes: Minutes };
  readonly lastHour: number;
  readonly lastDay: number;
  readonly onDate: number;
  readonly unconfirmedMinutes: Minutes;
}

/** What is known of a hold. */
export interface HoldFacts {
  readonly sender: HoldActivity;
  /** Of the sender's IPv6 network of 48 bits; undefined for IPv4. */
  readonly network: HoldActivity | undefined;
  /** Held by all visitors at this moment, and taken by them in the last hour and not confirmed. */
  readonly siteMinutes: Minutes;
}

/** Held time counts as unconfirmed time does, so that nobody gets around the one by the other. */
export function mayHold(
  { sender, network, siteMinutes }: HoldFacts,
  limits: HoldLimits,
  { with_proof, senders_per_network, site_minutes_per_hour }: BookingLimits,
): boolean {
  const isWithin = (activity: HoldActivity, times: number) =>
    activity.live.holds <= times * limits.at_once &&
    activity.live.minutes + activity.unconfirmedMinutes <= times * with_proof.unconfirmed_minutes &&
    activity.lastHour <= times * limits.per_hour &&
    activity.lastDay <= times * limits.per_day &&
    activity.onDate <= times * limits.per_date;
  return (
    isWithin(sender, 1) &&
    (network === undefined || isWithin(network, senders_per_network)) &&
    siteMinutes <= site_minutes_per_hour
  );
}
