import { type EventStore, WrongExpectedRevision } from '../../../eventsourcing/event-store.ts';
import { type MessageEvent, type NumberEvent, numberStream } from '../events.ts';
import type { Attempt } from '../ledger.ts';
import { readLedger } from '../read-streams.ts';
import type { MessageAppends } from './append.ts';

type OutcomeEvent = Extract<
  MessageEvent,
  { type: 'MessageNotSent' | 'MessageSent' | 'MessageDelivered' | 'MessageFailed' }
>;

type ReplyData = Extract<MessageEvent, { type: 'ReplyReceived' }>['data'];

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
  }
};

/** Whether an append was the next of its stream. */
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
  /** The ledger of a booking, by the way that its messages go. */
  streamOf(bookingId: string): string;
}

/** Records what is certain about an attempt, whoever learns of it, and in whatever order. Each of it once. */
export function createOutcomeRecorder({ store, appends, streamOf }: RecordDeps) {
  return {
    /** @param claimedAt the revision of the claim, where nothing of the attempt was recorded yet as far as the caller knows */
    async record(bookingId: string, event: OutcomeEvent, claimedAt?: bigint): Promise<void> {
      const stream = streamOf(bookingId);
      const about = { attemptId: event.data.attemptId };
      if (claimedAt !== undefined && (await isNext(appends.append(stream, claimedAt, about, event)))) return;
      await appends.appendMissing(store, stream, (recorded) => {
        const attempt = readLedger(recorded).ledger.attempts.get(about.attemptId);
        return isRecorded(attempt, event.type) ? undefined : { about, event };
      });
    },

    /** A customer's words, sealed with the booking's messages. */
    recordReply: (
      bookingId: string,
      { sid, meaning, words }: Pick<ReplyData, 'sid' | 'meaning'> & { readonly words: string },
    ): Promise<void> =>
      appends.appendMissing(store, streamOf(bookingId), (recorded) => {
        if (recorded.some(({ type, data }) => type === 'ReplyReceived' && data.sid === sid)) return undefined;
        const data = { sid, meaning, personal: { words } };
        return { about: { sid }, event: { type: 'ReplyReceived', data } };
      }),

    /** Where it stands among others is its own time's business. */
    recordOnNumber: (numberHash: string, event: NumberEvent): Promise<void> =>
      appends.appendMissing(store, numberStream(numberHash), (recorded) => {
        const { source } = event.data;
        const isThere = recorded.some(({ type, data }) => type === event.type && data.source === source);
        return isThere ? undefined : { about: { source }, event };
      }),
  };
}

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;
