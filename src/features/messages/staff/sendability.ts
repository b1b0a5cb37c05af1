import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { type BookingView, viewBooking } from '../decision/booking-view.ts';
import { hasBegun, type MessageRules, refusalOf } from '../decision/decide-message.ts';
import type { OptOutOf } from '../numbers.ts';

/** Why the customer of a booking gets no message about it. */
export type WhyUnsendable =
  | 'booking-not-found'
  | 'no-text-wanted'
  | 'number-opted-out'
  | 'too-late-to-text'
  | 'no-mail-address'
  | 'too-late-to-mail';

/** Why a booking's customer gets no message about it by a channel, as things stand; null where they do. */
export type WhyUnsendableOf = (channel: MessageChannel, bookingId: string) => Promise<WhyUnsendable | null>;

interface Deps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly rules: Pick<MessageRules, 'isServed' | 'timeZone'>;
  readonly optOutOf: OptOutOf;
  now(): Date;
}

/** Tells staff beforehand what would not be sent. It is decided again when it is sent. */
export function createWhyUnsendable({ store, rules, optOutOf, now }: Deps): WhyUnsendableOf {
  async function refusalOfText(booking: BookingView): Promise<WhyUnsendable | null> {
    const isWanted = (await optOutOf(booking.reachedAt)) === null;
    const refusal = refusalOf({ booking, isWanted }, rules);
    if (!refusal) return null;
    return refusal === 'opted-out' ? 'number-opted-out' : 'no-text-wanted';
  }

  return async (channel, bookingId) => {
    const booking = viewBooking(await store.read(bookingStream(bookingId)));
    const { status, email } = booking;
    if (status === 'none' || status === 'gone') return 'booking-not-found';
    const isMail = channel === 'email';
    const refusal = isMail ? (email === null ? 'no-mail-address' : null) : await refusalOfText(booking);
    if (refusal || !hasBegun(booking, now(), rules.timeZone)) return refusal;
    return isMail ? 'too-late-to-mail' : 'too-late-to-text';
  };
}
