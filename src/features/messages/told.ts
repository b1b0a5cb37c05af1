import type { EventStore } from '../../eventsourcing/event-store.ts';
import { bookingStream } from '../booking/appointment/events.ts';
import { viewBooking } from './booking-view.ts';
import type { MessageRules } from './decide.ts';
import { numberStream } from './events.ts';
import { isNumberIn } from './read-streams.ts';

/** Whether a booking's customer gets texts about it, as things stand. */
export type WillBeTold = (bookingId: string) => Promise<'yes' | 'no' | 'no-booking'>;

interface Deps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly rules: Pick<MessageRules, 'isServed'>;
  hashNumber(number: string): string;
}

/** What is sent is decided when it is sent; this is for what staff are told before. */
export const createWillBeTold =
  ({ store, rules, hashNumber }: Deps): WillBeTold =>
  async (bookingId) => {
    const { status, number, smsConsent } = viewBooking(await store.read(bookingStream(bookingId)));
    if (status === 'none' || status === 'gone') return 'no-booking';
    if (number === null || !smsConsent || !rules.isServed(number)) return 'no';
    return isNumberIn(await store.read(numberStream(hashNumber(number)))) ? 'yes' : 'no';
  };
