import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { type BookingView, viewBooking } from '../booking-view.ts';
import { mailsStream, messagesStream, numberStream, reminderIdOf } from '../events.ts';
import { openCauses, type ReadLedger, takesTexts } from '../read-streams.ts';
import { lastTold } from '../taken-back.ts';
import {
  type Decision,
  decideMessage,
  type Facts,
  type MessageRules,
  type Sending,
} from '../what-to-send.ts';

interface FactsDeps {
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

/** A cause as it was read, with the booking that it is about. */
interface ReadCause {
  readonly booking: BookingView;
  /** Undefined where nothing knows of it any more: the log was restored from before it. */
  readonly facts: Facts | undefined;
  /** For a reminder: whether it is that of the booking's present slot. */
  readonly isCurrent: boolean;
}

/** Reads what a decision rests on. */
export function createFactsReader({ store, sending, channel, now }: Omit<FactsDeps, 'rules'>) {
  /** @param read the ledger by which causes are open; it isn't read again here */
  return async (causeId: string, bookingId: string, read: ReadLedger): Promise<ReadCause> => {
    const [events, state] = await Promise.all([store.read(bookingStream(bookingId)), sending.read()]);
    const booking = channel.view(viewBooking(events));
    const { number } = booking;
    const isWanted = number === null || (await channel.isWanted(number));
    const told = lastTold(events, read);
    const facts = { bookingId, booking, told, isWanted, sending: state, now: now() };
    const reminded = booking.slotIds.find((slotId) => reminderIdOf(bookingId, slotId) === causeId);
    if (reminded !== undefined) {
      const isCurrent = reminded === booking.slot?.slotId;
      return { booking, facts: { ...facts, causes: { reminder: causeId } }, isCurrent };
    }
    const causes = openCauses(read.ledger, booking.causes, read.requests);
    const isKnown = [...booking.causes, ...read.requests].some(({ id }) => id === causeId);
    return { booking, facts: isKnown ? { ...facts, causes } : undefined, isCurrent: true };
  };
}

/** A decision about a cause, and the booking that it was made about. */
interface Decided {
  readonly decision: Decision;
  readonly booking: BookingView;
}

/** Reads what a decision rests on, and decides. */
export function createDeciding({ rules, ...deps }: FactsDeps) {
  const readFacts = createFactsReader(deps);
  return async (causeId: string, bookingId: string, read: ReadLedger): Promise<Decided> => {
    const { booking, facts, isCurrent } = await readFacts(causeId, bookingId, read);
    const decision: Decision = facts
      ? decideMessage(facts, rules, isCurrent)
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
