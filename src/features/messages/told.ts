import type { EventStore } from '../../eventsourcing/event-store.ts';
import { bookingStream } from '../booking/appointment/events.ts';
import { viewBooking } from './booking-view.ts';
import type { OptOutOf } from './opt-outs.ts';
import { hasBegun, type MessageRules, refusalOf } from './what-to-send.ts';

/** Why the customer of a booking gets no text about it. */
type Untold = 'booking-not-found' | 'no-text-wanted' | 'number-opted-out' | 'too-late-to-text';

/** Why a booking's customer gets no text about it, as things stand; null where they do. */
export type WhyUntold = (bookingId: string) => Promise<Untold | null>;

/** The same for mails. */
type Unmailed = 'booking-not-found' | 'no-mail-address' | 'too-late-to-mail';
export type WhyUnmailed = (bookingId: string) => Promise<Unmailed | null>;

interface Deps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly rules: Pick<MessageRules, 'isServed' | 'timeZone'>;
  readonly optOutOf: OptOutOf;
  now(): Date;
}

/** What is sent is decided when it is sent; this is for what staff are told before. */
export const createWhyUntold =
  ({ store, rules, optOutOf, now }: Deps): WhyUntold =>
  async (bookingId) => {
    const booking = viewBooking(await store.read(bookingStream(bookingId)));
    const { status, number } = booking;
    if (status === 'none' || status === 'gone') return 'booking-not-found';
    const refusal = refusalOf({ booking, isWanted: (await optOutOf(number)) === null }, rules);
    if (refusal) return refusal === 'opted-out' ? 'number-opted-out' : 'no-text-wanted';
    return hasBegun(booking, now(), rules.timeZone) ? 'too-late-to-text' : null;
  };

export const createWhyUnmailed =
  ({ store, timeZone, now }: Pick<Deps, 'store' | 'now'> & { readonly timeZone: string }): WhyUnmailed =>
  async (bookingId) => {
    const booking = viewBooking(await store.read(bookingStream(bookingId)));
    const { status, email } = booking;
    if (status === 'none' || status === 'gone') return 'booking-not-found';
    if (email === null) return 'no-mail-address';
    return hasBegun(booking, now(), timeZone) ? 'too-late-to-mail' : null;
  };
