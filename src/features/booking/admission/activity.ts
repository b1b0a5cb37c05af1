import type { CountedUse } from '../../../adapters/postgres/usage-counts.ts';
import type { BookingRecord } from '../../../contracts/bookings/booking-records.ts';
import { HOLD_SECONDS } from '../../../contracts/bookings/holds.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import type { Activity, HoldActivity } from './policy.ts';
import type { SenderSources, Source } from './sources.ts';

/** Sums up counted bookings and holds for the policy. */

const HOUR_SECONDS = 3_600;

export const newerThan = (seconds: number, uses: readonly CountedUse[]): readonly CountedUse[] =>
  uses.filter(({ secondsAgo }) => secondsAgo < seconds);

export const lastHour = (uses: readonly CountedUse[]): readonly CountedUse[] => newerThan(HOUR_SECONDS, uses);

export const sumOfMinutes = (uses: readonly { readonly minutes: Minutes }[]): Minutes =>
  uses.reduce((total, { minutes }) => total + minutes, 0);

export const pendingMinutes = (bookings: readonly Pick<BookingRecord, 'status' | 'minutes'>[]): Minutes =>
  sumOfMinutes(bookings.filter(({ status }) => status === 'pending'));

/** Seconds until the oldest use of the last hour is more than an hour old. */
export const secondsToWait = (uses: readonly CountedUse[]): number =>
  HOUR_SECONDS - Math.max(0, ...lastHour(uses).map(({ secondsAgo }) => secondsAgo));

/** Whether a booking came from this sender, by the hash of its address or of its network. */
export function isFrom(sources: SenderSources, size: keyof Source): (record: BookingRecord) => boolean {
  const hashes = new Set(sources.all.map((source) => source[size]));
  return ({ source }) => source?.[size] !== undefined && hashes.has(source[size]);
}

/**
 * Unconfirmed time of a sender, in minutes: bookings that are pending in the read model, and bookings that it doesn't know yet.
 *
 * @param isOwn tells whether a booking is the sender's
 * @param uses the sender's counted bookings
 */
export function unconfirmedMinutes(
  records: readonly BookingRecord[],
  isOwn: (record: BookingRecord) => boolean,
  uses: readonly CountedUse[],
): Minutes {
  const known = new Set(records.map(({ id }) => id));
  const pending = records.filter(
    (record) => record.status === 'pending' && record.isUpcoming && isOwn(record),
  );
  return sumOfMinutes(pending) + sumOfMinutes(uses.filter(({ name }) => !known.has(name)));
}

export function bookingActivity(uses: readonly CountedUse[], unconfirmed: Minutes): Activity {
  return {
    bookingsLastHour: lastHour(uses).length,
    bookingsLastDay: uses.length,
    unconfirmedMinutes: unconfirmed,
  };
}

/** Holds that have neither expired nor been replaced. */
export const liveHolds = (uses: readonly CountedUse[], replaces: string | undefined) =>
  newerThan(HOLD_SECONDS, uses).filter(({ name }) => name !== replaces);

export function holdActivity(
  { live, made, onDate }: Readonly<Record<'live' | 'made' | 'onDate', readonly CountedUse[]>>,
  unconfirmed: Minutes,
): HoldActivity {
  return {
    live: { holds: live.length, minutes: sumOfMinutes(live) },
    lastHour: lastHour(made).length,
    lastDay: made.length,
    onDate: onDate.length,
    unconfirmedMinutes: unconfirmed,
  };
}
