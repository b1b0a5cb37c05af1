import { MESSAGE_CHANNELS, type MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { TextDeparture } from '../../../contracts/messages/messages.ts';
import type { ToldBy } from '../../../contracts/messages/telling.ts';
import type { Notices } from '../../booking/notice/events.ts';
import type { WhyUnsendableOf } from './sendability.ts';

interface Deps {
  whyUnsendable(...about: Parameters<WhyUnsendableOf>): Promise<string | null>;
  /** When the message that was asked for last leaves, as things stand; null if it doesn't. */
  departureOf(channel: MessageChannel, bookingId: string): Promise<TextDeparture | null>;
  /** Whether messages really leave; false where they become files, since there is nothing to send them with. */
  areSent(): Readonly<Record<MessageChannel, boolean>>;
}

/** Tells staff who asked for messages about a change which of them leave. The change is made by then, so this never fails. */
export const createToldBy =
  ({ whyUnsendable, departureOf, areSent }: Deps) =>
  async (bookingId: string, notices: Notices): Promise<ToldBy> => {
    async function leaving(channel: MessageChannel) {
      if (notices[channel] === 'none') return null;
      const why = await whyUnsendable(channel, bookingId).catch(() => 'unknown');
      if (why !== null) return null;
      const departure = await departureOf(channel, bookingId).catch(() => undefined);
      return departure === null ? null : { departure: departure ?? null };
    }
    const leave = { sms: await leaving('sms'), email: await leaving('email') };
    const isSent = areSent();
    return {
      told: MESSAGE_CHANNELS.filter((channel) => leave[channel] !== null && isSent[channel]),
      notified: leave.sms !== null,
      departure: leave.sms?.departure ?? null,
    };
  };
