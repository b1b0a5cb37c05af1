import { deadlineIn } from '../../../eventsourcing/async/deadline.ts';
import type {
  EventStore,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '../../../eventsourcing/event-store.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { newEvent } from '../../../eventsourcing/new-event.ts';
import { processContext } from '../../../eventsourcing/processes/process-context.ts';
import { appendMissing } from '../../../eventsourcing/streams/append-missing.ts';
import { type MessageEvent, messageEventTypes, type NumberEvent, numberEventTypes } from '../events.ts';

/** The actor of events that no person asked for. Part of their ids, so it must never change. */
export const MESSENGER = 'messenger';

/**
 * How long appends are retried: as long as an attempt without an outcome belongs to the process that claimed it. Afterwards any process
 * may find out its outcome.
 */
export const RECORD_WITHIN_MS = 120_000;

const types = { ...messageEventTypes, ...numberEventTypes };

interface AppendDeps {
  /** Seals personal parts. */
  readonly store: Pick<EventStore, 'append'>;
  now(): Date;
}

/** The subject of an event. The event's id derives from it and the event's type, so that a retry writes the same event. */
export type About =
  | { readonly attemptId: string }
  | { readonly mailId: string }
  | { readonly causes: readonly string[] }
  | { readonly sid: string }
  /** For the stream of a number: the inbound message, or the attempt, that shows what it wants. */
  | { readonly source: string };

const keyOf = (about: About): string => {
  if ('attemptId' in about) return about.attemptId;
  if ('mailId' in about) return about.mailId;
  if ('source' in about) return about.source;
  return derivedId(MESSENGER, ...('causes' in about ? about.causes : [about.sid]));
};

/** An event and what it is about. */
interface Missing {
  readonly about: About;
  readonly event: MessageEvent | NumberEvent;
}

/** Appends events of messages. */
export function createMessageAppends({ store, now }: AppendDeps) {
  const asNew = (stream: string, { about, event }: Missing): NewEvent => {
    const key = keyOf(about);
    const context = processContext(MESSENGER, [key, event.type], key);
    return newEvent({ stream, event, types, context, at: now() });
  };
  return {
    /** Appends at the revision that was read. @returns the event's own revision @throws WrongExpectedRevision */
    async append(
      stream: string,
      expected: ExpectedRevision,
      about: About,
      event: MessageEvent,
    ): Promise<bigint> {
      return (await store.append(stream, expected, [asNew(stream, { about, event })])).revision;
    },

    /** Appends an event that the stream lacks, even while others write to it. @throws DeadlineExceeded */
    appendMissing(
      log: Pick<EventStore, 'read'>,
      stream: string,
      missing: (events: readonly RecordedEvent[]) => Missing | undefined | Promise<Missing | undefined>,
    ): Promise<void> {
      return appendMissing(
        { read: (from) => log.read(from), append: (...events) => store.append(...events) },
        stream,
        async (events) => {
          const found = await missing(events);
          return found && asNew(stream, found);
        },
        { deadline: deadlineIn(RECORD_WITHIN_MS) },
      );
    },
  };
}

export type MessageAppends = ReturnType<typeof createMessageAppends>;
