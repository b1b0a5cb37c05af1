import type { BookingRecords, RecentBooking, UsualHour } from '../../../../contracts/booking-records.ts';
import type { EventStore } from '../../../../eventsourcing/event-store.ts';
import type { BookingLimits } from '../../../../salon/booking-limits.ts';
import type { Minutes } from '../../../../salon/salon-time.ts';
import { minutesOf } from '../activity.ts';
import { RUSH } from './events.ts';

/** A booking that may count towards a rush. */
type Counted = Pick<RecentBooking, 'status' | 'minutes' | 'source' | 'email' | 'phoneE164' | 'madeAt'>;

/** What all visitors have booked in an hour, as far as it counts towards a rush. */
export interface RushState {
  readonly isOn: boolean;
  readonly bookings: number;
  /** Of those that nobody has confirmed. */
  readonly minutes: Minutes;
}

const QUIET: RushState = { isOn: false, bookings: 0, minutes: 0 };

/** Ten times the usual rate is a rush. */
const FAR_ABOVE = 10;
/** One sender makes a quarter of what a rush takes at the most. */
const SENDERS_OF_A_RUSH = 4;

/** Those that stand, and of one address, phone or mailbox no more than `most`. */
function counting(bookings: readonly Counted[], most: number): readonly Counted[] {
  const times = new Map<string, number>();
  return bookings.filter(({ status, source, email, phoneE164 }) => {
    if (status === 'cancelled') return false;
    const senders = [source, email, phoneE164].filter((one) => one !== null);
    if (senders.some((one) => (times.get(one) ?? 0) >= most)) return false;
    for (const one of senders) times.set(one, (times.get(one) ?? 0) + 1);
    return true;
  });
}

/**
 * Whether all visitors together book far more than usual: perhaps many who are one.
 *
 * @param bookings public ones of the last hour
 */
export function rushOf(bookings: readonly Counted[], usual: UsualHour, limits: BookingLimits): RushState {
  const counted = counting(bookings, Math.ceil(limits.rush_bookings_per_hour / SENDERS_OF_A_RUSH));
  const minutes = minutesOf(counted.filter(({ status }) => status === 'pending'));
  const isFarAbove = (taken: number, limit: number, usually: number) =>
    taken > limit && taken > FAR_ABOVE * usually;
  const isOn =
    isFarAbove(counted.length, limits.rush_bookings_per_hour, usual.bookings) ||
    isFarAbove(minutes, limits.rush_minutes_per_hour, usual.minutes);
  return { isOn, bookings: counted.length, minutes };
}

interface RushDeps {
  readonly log: Pick<EventStore, 'read'>;
  readonly records: Pick<BookingRecords, 'lastHour' | 'usualHour'>;
  readonly limits: BookingLimits;
  /** Whether nothing is limited at all. */
  readonly isOff: boolean;
}

export interface Rush {
  /** @param bookings public ones of the last hour, all processes' */
  among(bookings: readonly Counted[]): Promise<RushState>;
  /** As the read model knows it. */
  now(): Promise<RushState>;
}

/** Tells whether there is a rush. It follows from what was booked since staff ended the last one, so all processes agree. */
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
  return { among, now: async () => (isOff ? QUIET : among(await records.lastHour())) };
}
