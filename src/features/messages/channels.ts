import { leaves, type MessageChannel } from '../../contracts/messages/message-words.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import type { BookingView } from './decision/booking-view.ts';
import { ledgerStream, numberStream } from './events.ts';
import { takesTexts } from './numbers.ts';
import type { SendingState } from './pause/switch.ts';
import type { CauseRows } from './queue/queue.ts';

/** A way to tell customers something, with a ledger of its own for each booking. */
export interface Channel {
  streamOf(bookingId: string): string;
  /** The booking as this channel sees it: with where it reaches the customer. */
  view(booking: BookingView): BookingView;
  /** Whether messages are wanted there, whatever the booking. */
  isWanted(to: string): Promise<boolean>;
  /** Nothing is heard of a message after the provider took it. */
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
  streamOf: (bookingId) => ledgerStream('sms', bookingId),
  view: (booking) => booking,
  isWanted: async (number) => takesTexts(await store.read(numberStream(hashNumber(number)))),
  isTakenTheEnd: isOutbox,
});

/** Mails: sent about a booking wherever an address was given. */
export const MAIL_CHANNEL: Channel = {
  streamOf: (bookingId) => ledgerStream('email', bookingId),
  view: (booking) => ({ ...booking, reachedAt: booking.email, smsConsent: true }),
  isWanted: async () => true,
  isTakenTheEnd: true,
};

/** Whether the messages of a channel leave: mails do where only the spending on texts is stopped. */
export const stateFor = (channel: MessageChannel, state: SendingState): SendingState => ({
  ...state,
  paused: !leaves(channel, state),
});

/** Id of the row for the mail about a cause. Part of the rows, so it must never change. */
export const mailRowId = (causeId: string): string => derivedId('mail', causeId);

/** The rows of mails, by the causes that the mails are about. */
export const mailRows = (rows: CauseRows): CauseRows => ({
  openFor: (causeId, attemptId) => rows.openFor(mailRowId(causeId), attemptId),
  lookAgain: (causeId, at, waitsFor) => rows.lookAgain(mailRowId(causeId), at, waitsFor),
  end: (causeId) => rows.end(mailRowId(causeId)),
});
