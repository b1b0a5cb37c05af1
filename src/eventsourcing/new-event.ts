import type { EventMetadata, NewEvent } from './event-store.ts';
import type { DomainEvent, EventTypes } from './event-types.ts';
import { eventIdOf } from './identity.ts';

interface NewEventOf {
  readonly stream: string;
  readonly event: DomainEvent;
  /** The event types that the stream may have. */
  readonly types: EventTypes;
  /** The metadata that all events of the command share. */
  readonly context: Omit<EventMetadata, 'at' | 'schemaVersion'>;
  readonly at: Date;
  /** Distinguishes the event from other events of its type that the same command leads to. */
  readonly discriminator?: string | undefined;
  /** The event's index among the events of one decision. */
  readonly index?: number;
}

/** Makes an event to append. Its id follows from its command, its stream and its type. */
export function newEvent({
  stream,
  event: { type, data },
  types,
  context,
  at,
  discriminator,
  index,
}: NewEventOf): NewEvent {
  const known = types[type];
  if (!known) throw new Error(`${stream} can have no event ${type}`);
  const written = known.data.parse(data) as NewEvent['data'];
  const schemaVersion = known.versionOf?.(written) ?? known.schemaVersion;
  return {
    id: eventIdOf(context.commandId, stream, type, discriminator, index),
    type,
    data: written,
    metadata: { ...context, at: at.toISOString(), schemaVersion },
  };
}
