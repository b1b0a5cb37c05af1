import type { Activity, BookingSignals } from '../../../src/features/booking/admission/policy.ts';

/** A first booking of 30 minutes on a quiet day. */
export const FIRST: Activity = { bookingsLastHour: 1, bookingsLastDay: 1, unconfirmedMinutes: 30 };
export const QUIET: BookingSignals = {
  sender: FIRST,
  network: undefined,
  withContact: 1,
  isSuspicious: false,
  site: { isRush: false, unconfirmedMinutes: 30 },
};
export interface Different {
  readonly sender?: Partial<Activity>;
  readonly network?: Partial<Activity>;
  readonly withContact?: number;
  readonly isSuspicious?: boolean;
  readonly site?: Partial<BookingSignals['site']>;
}

/** Quiet but for this. */
export const signalsWith = ({ sender, network, site, ...different }: Different): BookingSignals => ({
  ...QUIET,
  ...different,
  sender: { ...FIRST, ...sender },
  network: network && { ...FIRST, ...network },
  site: { ...QUIET.site, ...site },
});
