import {
  type EventStore,
  type ExpectedRevision,
  WrongExpectedRevision,
} from '../../../eventsourcing/event-store.ts';
import { type MessageEvent, type NumberEvent, numberStream } from '../events.ts';
import type { MessageAppends } from './append.ts';
import type { Attempt } from './ledger.ts';
import { readLedger } from './ledger.ts';

type OutcomeEvent = Extract<
  MessageEvent,
  {
    type:
      | 'MessageNotSent'
      | 'MessageSent'
      | 'MessageDelivered'
      | 'MessageFailed'
      | 'MailSent'
      | 'MailFailed'
      | 'MailOutcomeUnknown';
  }
>;

type ReplyData = Extract<MessageEvent, { type: 'ReplyReceived' }>['data'];

/** A picture, a voice message or a file that a customer has sent. */
export type ReplyAttachment = NonNullable<Exclude<ReplyData['personal'], 'erased'>['attachments']>[number];

/** The content of a customer's text. */
export interface ReplyContent {
  readonly text: string;
  readonly attachments: readonly ReplyAttachment[];
}

const isRecorded = (attempt: Attempt | undefined, type: OutcomeEvent['type']): boolean => {
  switch (type) {
    case 'MessageNotSent':
      return attempt?.notSent === true;
    case 'MessageSent':
      return attempt?.sid !== undefined;
    case 'MessageDelivered':
      return attempt?.delivered === true;
    case 'MessageFailed':
      return attempt?.failed !== undefined;
    case 'MailSent':
    case 'MailFailed':
    case 'MailOutcomeUnknown':
      return attempt !== undefined;
  }
};

/** The id of the attempt, or of the mail. */
function idOf({ type, data }: OutcomeEvent): string {
  switch (type) {
    case 'MailSent':
    case 'MailFailed':
    case 'MailOutcomeUnknown':
      return data.mailId;
    default:
      return data.attemptId;
  }
}

const DAY_MS = 86_400_000;
/** No conversation about one booking has as many. The ledger, which is read for every message, must not get too long. */
const MOST_REPLIES_A_DAY = 50;

/** Whether an append succeeded at the expected revision. */
async function isNext(append: Promise<unknown>): Promise<boolean> {
  try {
    await append;
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return false;
    throw error;
  }
}

interface RecordDeps {
  readonly store: Pick<EventStore, 'read'>;
  readonly appends: MessageAppends;
  /** The ledger of a booking in this channel. */
  streamOf(bookingId: string): string;
}

/** Records outcomes of attempts and of mails, each once, from any process and in any order. */
export function createOutcomeRecorder({ store, appends, streamOf }: RecordDeps) {
  return {
    /** @param lastKnown revision of the last event that the caller knows of */
    async record(bookingId: string, event: OutcomeEvent, lastKnown?: ExpectedRevision): Promise<void> {
      const stream = streamOf(bookingId);
      const id = idOf(event);
      const about = event.type.startsWith('Mail') ? { mailId: id } : { attemptId: id };
      if (lastKnown !== undefined && (await isNext(appends.append(stream, lastKnown, about, event)))) return;
      await appends.appendMissing(store, stream, (recorded) => {
        const attempt = readLedger(recorded).ledger.attempts.get(id);
        return isRecorded(attempt, event.type) ? undefined : { about, event };
      });
    },

    /** Records a customer's reply in the booking's ledger, so that it is erased with the booking; drops it after too many. */
    recordReply: (
      bookingId: string,
      {
        sid,
        meaning,
        isUnsure,
        text,
        attachments,
      }: Pick<ReplyData, 'sid' | 'meaning'> & ReplyContent & { readonly isUnsure: boolean },
      at: Date,
    ): Promise<void> =>
      appends.appendMissing(store, streamOf(bookingId), (recorded) => {
        const replies = recorded.filter(({ type }) => type === 'ReplyReceived');
        if (replies.some(({ data }) => data.sid === sid)) return undefined;
        const since = at.getTime() - DAY_MS;
        const ofTheDay = replies.filter(({ metadata }) => Date.parse(metadata.at) > since);
        if (ofTheDay.length >= MOST_REPLIES_A_DAY) return undefined;
        const personal = { words: text, ...(attachments.length > 0 && { attachments: [...attachments] }) };
        const data = { sid, meaning, ...(isUnsure && { mayMeanCancel: true as const }), personal };
        return { about: { sid }, event: { type: 'ReplyReceived', data } };
      }),

    /** Records what a number wants. Its events count in the order of their own times, not in that of recording. */
    recordOnNumber: (numberHash: string, event: NumberEvent): Promise<void> =>
      appends.appendMissing(store, numberStream(numberHash), (recorded) => {
        const { source } = event.data;
        const isThere = recorded.some(({ type, data }) => type === event.type && data.source === source);
        return isThere ? undefined : { about: { source }, event };
      }),
  };
}

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;
