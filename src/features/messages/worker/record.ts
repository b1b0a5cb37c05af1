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

/** Runs it again for as long as another append was faster. */
export async function repeatingConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
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
  }
};

interface RecordDeps {
  readonly store: Pick<EventStore, 'read'>;
  readonly appends: MessageAppends;
  /** The ledger of a booking, by the way that its messages go. */
  streamOf(bookingId: string): string;
}

/** Records what is certain about an attempt, whoever learns of it, and in whatever order. Each of it once. */
export function createOutcomeRecorder({ store, appends, streamOf }: RecordDeps) {
  return {
    record: (bookingId: string, event: OutcomeEvent): Promise<void> =>
      repeatingConflicts(async () => {
        const stream = streamOf(bookingId);
        const { ledger, expected } = readLedger(await store.read(stream));
        const { attemptId } = event.data;
        if (isRecorded(ledger.attempts.get(attemptId), event.type)) return;
        await appends.append(stream, expected, { attemptId }, event);
      }),

    /** A customer's words, sealed with the booking's messages. */
    recordReply: (
      bookingId: string,
      { sid, meaning, words }: Pick<ReplyData, 'sid' | 'meaning'> & { readonly words: string },
    ): Promise<void> =>
      repeatingConflicts(async () => {
        const stream = streamOf(bookingId);
        const recorded = await store.read(stream);
        if (recorded.some(({ type, data }) => type === 'ReplyReceived' && data.sid === sid)) return;
        const data = { sid, meaning, personal: { words } };
        const expected = recorded.at(-1)?.revision ?? 'no-stream';
        await appends.append(stream, expected, { sid }, { type: 'ReplyReceived', data });
      }),

    recordOnNumber: (numberHash: string, event: NumberEvent): Promise<void> =>
      repeatingConflicts(async () => {
        const recorded = await store.read(numberStream(numberHash));
        if (recorded.some(({ type, data }) => type === event.type && data.source === event.data.source))
          return;
        await appends.appendToNumber(numberHash, recorded.at(-1)?.revision ?? 'no-stream', event);
      }),
  };
}

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;
