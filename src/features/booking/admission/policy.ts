import type { Allowance, BookingLimits, HoldLimits } from '../../../salon/booking-limits.ts';
import type { Minutes } from '../../../salon/salon-time.ts';

/**
 * Who may take time from the calendar, as pure functions of what is known about the sender, without a clock or a store. The decision
 * "Admit public bookings in steps" has the table, and property tests check these functions against it.
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
  /** Minutes that they have taken and that nobody has confirmed. */
  readonly unconfirmedMinutes: Minutes;
}

/** What is known of a public booking; all counts include it. */
export interface BookingSignals {
  readonly sender: Activity;
  /** Activity of the sender's IPv6 network of 48 bits; undefined for IPv4. */
  readonly network: Activity | undefined;
  /** Bookings of the last hour from this sender with the same phone or e-mail, whichever has more. */
  readonly withContact: number;
  /** Whether the upcoming bookings of these contacts look as if somebody wants to fill the calendar. */
  readonly isSuspicious: boolean;
  readonly site: SiteActivity;
}

/** What a booking needs: nothing, a proof of work, or a code sent to its phone or e-mail. With `call` and `wait` it is refused. */
export type AdmissionStep = 'none' | 'proof' | 'code' | 'call' | 'wait';

const within = (activity: Activity, allowance: Allowance, times = 1): boolean =>
  activity.bookingsLastHour <= times * allowance.bookings_per_hour &&
  activity.bookingsLastDay <= times * allowance.bookings_per_day &&
  activity.unconfirmedMinutes <= times * allowance.unconfirmed_minutes;

/** @param contactPerHour bookings that one sender may make with one phone or e-mail in an hour */
export function stepFor(
  signals: BookingSignals,
  limits: BookingLimits,
  contactPerHour: number,
): AdmissionStep {
  const { sender, network, site } = signals;
  const { free, with_proof, senders_per_network: senders } = limits;
  const isWithin = (allowance: Allowance) =>
    within(sender, allowance) && (network === undefined || within(network, allowance, senders));
  const hasTaken = (most: Minutes) =>
    sender.unconfirmedMinutes > most || (network?.unconfirmedMinutes ?? 0) > senders * most;

  // First the reasons that neither a proof nor a code could change, so that nobody does work and is refused anyway.
  if (signals.withContact > contactPerHour) return 'wait';
  if (signals.isSuspicious) return 'call';
  if (hasTaken(with_proof.unconfirmed_minutes)) return 'call';

  if (!isWithin(with_proof) || site.unconfirmedMinutes > limits.site_minutes_per_hour) return 'code';
  if (site.isRush && hasTaken(limits.rush_minutes_per_sender)) return 'code';
  if (!isWithin(free) || site.isRush) return 'proof';
  return 'none';
}

/** What one sender holds and has held, including the hold that is being decided, but not the one that it replaces. */
export interface HoldActivity {
  readonly live: { readonly holds: number; readonly minutes: Minutes };
  readonly lastHour: number;
  readonly lastDay: number;
  readonly onDate: number;
  readonly unconfirmedMinutes: Minutes;
}

/** What is known of a hold. */
export interface HoldSignals {
  readonly sender: HoldActivity;
  /** Activity of the sender's IPv6 network of 48 bits; undefined for IPv4. */
  readonly network: HoldActivity | undefined;
  /** Minutes that all visitors hold now, and minutes that they have taken in the last hour and that nobody has confirmed. */
  readonly siteMinutes: Minutes;
}

/** Whether a hold is admitted. Held time counts like unconfirmed time, so that nobody gets around one limit by using the other. */
export function mayHold(
  { sender, network, siteMinutes }: HoldSignals,
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
