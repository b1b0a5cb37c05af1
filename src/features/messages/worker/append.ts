import type { EventStore, ExpectedRevision, NewEvent } from '../../../eventsourcing/event-store.ts';
import type { EventTypes } from '../../../eventsourcing/event-types.ts';
import { derivedId, eventIdOf } from '../../../eventsourcing/identity.ts';
import {
  type MessageEvent,
  messageEventTypes,
  type NumberEvent,
  numberEventTypes,
  numberStream,
} from '../events.ts';

/** Names who writes messages' events that no person asked for. Part of their ids, so it must never change. */
export const MESSENGER = 'messenger';

interface AppendDeps {
  /** Seals personal parts. */
  readonly store: Pick<EventStore, 'append'>;
  now(): Date;
}

/** What an event is about: its id derives from this and its type, so that a retry writes the same one. */
type About =
  | { readonly attemptId: string }
  | { readonly causes: readonly string[] }
  | { readonly sid: string };

const aboutOf = (about: About): string =>
  'attemptId' in about
    ? about.attemptId
    : derivedId(MESSENGER, ...('causes' in about ? about.causes : [about.sid]));

/** Appends events of messages at the revision that was read. @throws WrongExpectedRevision */
export function createMessageAppends({ store, now }: AppendDeps) {
  const newEvent = (stream: string, subject: string, event: MessageEvent | NumberEvent): NewEvent => {
    const types: EventTypes = { ...messageEventTypes, ...numberEventTypes };
    const known = types[event.type];
    if (!known) throw new Error(`there is no event ${event.type}`);
    const commandId = derivedId(MESSENGER, subject, event.type);
    return {
      id: eventIdOf(commandId, stream, event.type),
      type: event.type,
      data: known.data.parse(event.data) as NewEvent['data'],
      metadata: {
        commandId,
        requestHash: MESSENGER,
        correlationId: subject,
        causationId: subject,
        actor: { kind: 'system', process: MESSENGER },
        at: now().toISOString(),
        schemaVersion: known.schemaVersion,
      },
    };
  };
  return {
    async append(
      stream: string,
      expected: ExpectedRevision,
      about: About,
      event: MessageEvent,
    ): Promise<void> {
      await store.append(stream, expected, [newEvent(stream, aboutOf(about), event)]);
    },

    /** Each inbound message counts once; where it stands among others is its own time's business. */
    async appendToNumber(numberHash: string, expected: ExpectedRevision, event: NumberEvent): Promise<void> {
      const stream = numberStream(numberHash);
      await store.append(stream, expected, [newEvent(stream, event.data.source, event)]);
    },
  };
}

export type MessageAppends = ReturnType<typeof createMessageAppends>;
