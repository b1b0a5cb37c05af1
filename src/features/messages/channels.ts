import { leaves, type MessageChannel } from '../../contracts/messages/message-words.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import { smsLength } from '../../salon/sms-length.ts';
import type { BookingView } from './decision/booking-view.ts';
import type { MessageRules } from './decision/decide-message.ts';
import { ledgerStream, numberStream } from './events.ts';
import { takesTexts } from './numbers.ts';
import type { SendingState, SendingSwitch } from './pause/switch.ts';
import type { CauseRows } from './queue/queue.ts';

/** Adds the stylist of a booking, as they are called now, where the salon is a team. */
export type NameStylist = <Booking extends Pick<BookingView, 'slot'>>(
  booking: Booking,
) => Promise<Booking & Pick<BookingView, 'stylist'>>;

/** A way to tell customers something, with a ledger of its own for each booking. */
export interface Channel {
  readonly name: MessageChannel;
  streamOf(bookingId: string): string;
  /** Whether messages are wanted there, whatever the booking. */
  isWanted(to: string): Promise<boolean>;
  readonly named: NameStylist;
  readonly rules: MessageRules;
  /** Its causes in the queue. */
  readonly rows: CauseRows;
  /** Whether its messages leave, at the time of the call. */
  readSending(): Promise<SendingState>;
}

export interface TextChannel extends Channel {
  /** How many segments of a text are charged for. */
  segmentsOf(text: string): number;
  /** Whether a text is done once the provider has accepted it, as nothing is heard of it afterwards. */
  readonly isDoneWhenAccepted: boolean;
}

interface ChannelDeps extends Pick<Channel, 'rules' | 'named'> {
  /** The rows of the causes of texts. */
  readonly rows: CauseRows;
  readonly sending: Pick<SendingSwitch, 'read'>;
}

interface TextChannelDeps extends ChannelDeps {
  readonly store: Pick<EventStore, 'read'>;
  hashNumber(number: string): string;
  /** Whether texts become files here now, since there is no provider. */
  isOutbox(): boolean;
}

/** Texts to phones. */
export const textChannel = ({
  store,
  hashNumber,
  isOutbox,
  named,
  rules,
  rows,
  sending,
}: TextChannelDeps): TextChannel => ({
  name: 'sms',
  streamOf: (bookingId) => ledgerStream('sms', bookingId),
  isWanted: async (number) => takesTexts(await store.read(numberStream(hashNumber(number)))),
  segmentsOf: (text) => smsLength(text).segments,
  get isDoneWhenAccepted() {
    return isOutbox();
  },
  named,
  rules,
  rows,
  readSending: () => sending.read(),
});

/** Mails: sent about a booking wherever an address was given. */
export const mailChannel = ({ named, rules, rows, sending }: ChannelDeps): Channel => ({
  name: 'email',
  streamOf: (bookingId) => ledgerStream('email', bookingId),
  isWanted: async () => true,
  named,
  rules,
  rows: mailRows(rows),
  // Mails leave where only the spending on texts is stopped.
  async readSending() {
    const state = await sending.read();
    return { ...state, paused: !leaves('email', state) };
  },
});

/** Id of the row for the mail about a cause, and of the mail that tells of it last. Part of rows and events, so it must never change. */
export const mailRowId = (causeId: string): string => derivedId('mail', causeId);

/** The rows of mails, by the causes that the mails are about. */
const mailRows = (rows: CauseRows): CauseRows => ({
  openFor: (causeId, attemptId) => rows.openFor(mailRowId(causeId), attemptId),
  lookAgain: (causeId, at, waitsFor) => rows.lookAgain(mailRowId(causeId), at, waitsFor),
  end: (causeId) => rows.end(mailRowId(causeId)),
});
