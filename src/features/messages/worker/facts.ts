import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { type BookingView, reminderIdOf, viewBooking } from '../booking-view.ts';
import { mailsStream, messagesStream, numberStream } from '../events.ts';
import { openCauses, type ReadLedger, takesTexts } from '../read-streams.ts';
import { type Decision, decideMessage, type MessageRules, type Sending } from '../what-to-send.ts';

export interface FactsDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly sending: { read(): Promise<Sending> };
  readonly rules: MessageRules;
  readonly channel: Channel;
  now(): Date;
}

/** A way to tell customers something, with a ledger of its own for each booking. */
export interface Channel {
  streamOf(bookingId: string): string;
  /** The booking as this channel sees it: where it reaches the customer as `number`, and whether they consent. */
  view(booking: BookingView): BookingView;
  /** Whether messages are wanted there, whatever the booking. */
  isWanted(to: string): Promise<boolean>;
  /** Nothing is heard of a message after it was taken. */
  readonly isTakenTheEnd: boolean;
}

interface TextChannelDeps {
  readonly store: Pick<EventStore, 'read'>;
  hashNumber(number: string): string;
  /** Whether texts become files here, since there is no provider. */
  readonly isOutbox: boolean;
}

/** Texts to phones. */
export const textChannel = ({ store, hashNumber, isOutbox }: TextChannelDeps): Channel => ({
  streamOf: messagesStream,
  view: (booking) => booking,
  isWanted: async (number) => takesTexts(await store.read(numberStream(hashNumber(number)))),
  isTakenTheEnd: isOutbox,
});

/** Mails: sent about one's own booking wherever an address was given. */
export const MAIL_CHANNEL: Channel = {
  streamOf: mailsStream,
  view: (booking) => ({ ...booking, number: booking.email, smsConsent: true }),
  isWanted: async () => true,
  isTakenTheEnd: true,
};

/** A decision about a cause, and the booking that it was made about. */
export interface Decided {
  readonly decision: Decision;
  readonly booking: BookingView;
}

/** Reads what a decision rests on, and decides. */
export function createDeciding({ store, sending, rules, channel, now }: FactsDeps) {
  /** @param read the ledger by which causes are open; it isn't read again here */
  return async (causeId: string, bookingId: string, read: ReadLedger): Promise<Decided> => {
    const booking = channel.view(viewBooking(await store.read(bookingStream(bookingId))));
    const { number } = booking;
    const isWanted = number === null || (await channel.isWanted(number));
    const facts = { bookingId, booking, isWanted, sending: await sending.read(), now: now() };
    const reminded = booking.slotIds.find((slotId) => reminderIdOf(bookingId, slotId) === causeId);
    if (reminded !== undefined) {
      const isCurrent = reminded === booking.slot?.slotId;
      const reminder = { ...facts, causes: { reminder: causeId } };
      return { booking, decision: decideMessage(reminder, rules, isCurrent) };
    }
    const causes = openCauses(read.ledger, booking.causes, read.requests);
    // The log was restored from before it.
    const isKnown = [...booking.causes, ...read.requests].some(({ id }) => id === causeId);
    const decision: Decision = isKnown
      ? decideMessage({ ...facts, causes }, rules)
      : { do: 'suppress', causes: [causeId], why: 'restored' };
    return { booking, decision };
  };
}

/** Whether both send the same to the same number for the same causes. */
export const isSameText = (a: Decision, b: Decision): boolean =>
  a.do === 'send' &&
  b.do === 'send' &&
  a.to === b.to &&
  a.text === b.text &&
  a.kind === b.kind &&
  a.causes.length === b.causes.length &&
  a.causes.every((cause, index) => cause === b.causes[index]);
