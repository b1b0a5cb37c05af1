import {
  type BookingRecords,
  type RecentBooking,
  UNKNOWN_SENDER,
  type UsualHour,
} from '../../../../contracts/bookings/booking-records.ts';
import type { EventStore } from '../../../../eventsourcing/event-store.ts';
import type { BookingLimits } from '../../../../salon/booking-limits.ts';
import type { Minutes } from '../../../../salon/salon-time.ts';
import { RUSH } from './events.ts';

/** A booking that may count towards a rush. */
type Counted = Omit<RecentBooking, 'id'>;

/** What all visitors have booked in an hour, as far as it counts towards a rush. */
export interface RushState {
  readonly isOn: boolean;
  readonly bookings: number;
  /** Minutes of those bookings that nobody has confirmed. */
  readonly minutes: Minutes;
}

const NEXT: Counted = {
  status: 'pending',
  minutes: 0,
  ...UNKNOWN_SENDER,
  madeAt: new Date(8.64e15),
};
const QUIET: RushState = { isOn: false, bookings: 0, minutes: 0 };

/** Ten times the usual rate is a rush. */
const FAR_ABOVE = 10;
/** One sender's bookings count at most for a quarter of the limit, so at least four senders are needed for a rush. */
const SENDERS_OF_A_RUSH = 4;
/** An IPv6 network of 48 bits counts at most for a half, since it may be one household or many customers of a provider. */
const NETWORKS_OF_A_RUSH = 2;

/** The names under which a booking's sender is known, each with the most that all its bookings together count for. */
type Shares = readonly (readonly [name: string | null, mostOfOne: number])[];

/** The sum over all bookings, where no sender counts for more than their share. */
function totalOf(
  bookings: readonly Counted[],
  amountOf: (booking: Counted) => number,
  sharesOf: (booking: Counted) => Shares,
): number {
  const taken = new Map<string, number>();
  let total = 0;
  for (const booking of bookings) {
    const shares = sharesOf(booking).flatMap(([name, most]) => (name === null ? [] : [{ name, most }]));
    const left = shares.map(({ name, most }) => most - (taken.get(name) ?? 0));
    const amount = Math.min(amountOf(booking), ...left);
    for (const { name } of shares) taken.set(name, (taken.get(name) ?? 0) + amount);
    total += amount;
  }
  return total;
}

/**
 * Whether visitors together book far more than usual. They may be one attacker who uses many addresses.
 *
 * @param bookings public bookings of the last hour
 */
export function rushOf(bookings: readonly Counted[], usual: UsualHour, limits: BookingLimits): RushState {
  const standing = bookings.filter(({ status }) => status !== 'cancelled');
  const bySource = ({ source, network }: Counted, limit: number): Shares => [
    [source, Math.ceil(limit / SENDERS_OF_A_RUSH)],
    [network, Math.ceil(limit / NETWORKS_OF_A_RUSH)],
  ];
  const count = totalOf(
    standing,
    () => 1,
    (booking) => [
      ...bySource(booking, limits.rush_bookings_per_hour),
      [booking.email, Math.ceil(limits.rush_bookings_per_hour / SENDERS_OF_A_RUSH)],
      [booking.phoneE164, Math.ceil(limits.rush_bookings_per_hour / SENDERS_OF_A_RUSH)],
    ],
  );
  // Minutes aren't shared out by contacts, which anybody can type: attackers who all enter the same contact would count as one sender,
  // and could fill the calendar without a rush.
  const minutes = totalOf(
    standing.filter(({ status }) => status === 'pending'),
    (booking) => booking.minutes,
    (booking) => bySource(booking, limits.rush_minutes_per_hour),
  );
  const isFarAbove = (taken: number, limit: number, usually: number) =>
    taken > limit && taken > FAR_ABOVE * usually;
  const isOn =
    isFarAbove(count, limits.rush_bookings_per_hour, usual.bookings) ||
    isFarAbove(minutes, limits.rush_minutes_per_hour, usual.minutes);
  return { isOn, bookings: count, minutes };
}

interface RushDeps {
  readonly log: Pick<EventStore, 'read'>;
  readonly records: Pick<BookingRecords, 'lastHour' | 'usualHour'>;
  readonly limits: BookingLimits;
  /** True if all limits are switched off. */
  readonly isOff: boolean;
}

export interface Rush {
  /** @param bookings public bookings of the last hour, of all processes */
  among(bookings: readonly Counted[]): Promise<RushState>;
  /** The present state, as far as the read model knows the bookings. */
  now(): Promise<RushState>;
}

/** Tells whether there is a rush. That follows from what was booked since staff ended the last rush. */
export function createRush({ log, records, limits, isOff }: RushDeps): Rush {
  async function among(bookings: readonly Counted[]): Promise<RushState> {
    const usual = await records.usualHour();
    const all = rushOf(bookings, usual, limits);
    if (!all.isOn) return all;
    const ended = (await log.read(RUSH)).at(-1)?.metadata.at;
    if (ended === undefined) return all;
    return rushOf(
      bookings.filter(({ madeAt }) => madeAt > new Date(ended)),
      usual,
      limits,
    );
  }

  return {
    among,
    async now() {
      if (isOff) return QUIET;
      const seen = await records.lastHour();
      // The state that the next visitor will find. Their own booking counts, too.
      const { isOn, bookings, minutes } = await among([...seen, NEXT]);
      return { isOn, bookings: bookings - 1, minutes };
    },
  };
}
