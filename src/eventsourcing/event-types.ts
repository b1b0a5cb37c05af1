import { z } from 'zod';
import type { EventData, RecordedEvent } from './event-store.ts';

export interface DomainEvent {
  readonly type: string;
  readonly data: EventData;
}

/** The shape in which events of one type are written today, and how older shapes are converted to it. */
interface EventType<Data extends z.ZodType = z.ZodType> {
  readonly schemaVersion: number;
  readonly data: Data;
  /** The version in which such data is written; left out if that is always the newest. */
  readonly versionOf?: (data: EventData) => number;
  /** Functions by old version, each of which converts data to the next version. Stored events are never changed. */
  readonly upcasts?: { readonly [version: number]: (data: EventData) => EventData };
}

export type EventTypes = { readonly [type: string]: EventType };

/**
 * A type whose version 2 is version 1 with optional fields. Only an event that has one of them is written in version 2, so that processes
 * of an earlier release read all others.
 *
 * @param isExtended whether data has one of these fields
 */
export const extended = <Data extends z.ZodType>(
  data: Data,
  isExtended: (data: z.output<Data>) => boolean,
) => ({
  schemaVersion: 2,
  data,
  upcasts: { 1: (before: EventData) => before },
  versionOf: (written: EventData) => (isExtended(written as z.output<Data>) ? 2 : 1),
});

/** The union `{type, data}` of a category's event types. */
export type EventOf<Types extends EventTypes> = {
  [Type in keyof Types & string]: {
    readonly type: Type;
    readonly data: Readonly<z.output<Types[Type]['data']>> & EventData;
  };
}[keyof Types & string];

/** The value in place of a personal part whose key was shredded. */
export const ERASED = 'erased';

/** The part of an event that the log keeps sealed: names, addresses and every text that people type. */
export function personal<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.union([z.strictObject(shape), z.literal(ERASED)]);
}

/** The most code points of a character as people count them, such as an emoji of a couple. */
const MOST_CODE_POINTS = 10;

/** A text that is published to everyone, so it isn't sealed. @param most in characters as people count them, which commands check */
export const publicText = (most: number) =>
  z
    .string()
    .max(MOST_CODE_POINTS * most)
    .meta({ publicText: true });

/** Thrown for an event that this program can't read. Such an event is never skipped, so its whole stream can't be read. */
export class UnreadableEvent extends Error {
  override readonly name: string = 'UnreadableEvent';
  readonly stream: string;
  readonly revision: bigint;
  constructor(
    { stream, revision, type, metadata }: RecordedEvent,
    reason: string,
    options: ErrorOptions = {},
  ) {
    super(`${stream}@${revision} holds ${type} version ${metadata.schemaVersion}, ${reason}`, options);
    this.stream = stream;
    this.revision = revision;
  }
}

/** An event that this version of the program does not know. */
export class UnknownEvent extends UnreadableEvent {
  override readonly name = 'UnknownEvent';
  constructor(event: RecordedEvent) {
    super(event, 'which is not known here');
  }
}

/** An event that can't follow the ones before it, so something else has written to the stream. */
export class MisplacedEvent extends UnreadableEvent {
  override readonly name = 'MisplacedEvent';
  constructor(event: RecordedEvent, cause: unknown) {
    super(event, 'which cannot follow the events before it', { cause });
  }
}

/** The event in its newest shape. @throws UnknownEvent */
export function upcast<Types extends EventTypes>(
  event: RecordedEvent,
  types: Types,
): RecordedEvent & EventOf<Types> {
  const known = types[event.type];
  const written = event.metadata.schemaVersion;
  if (!known || !(written <= known.schemaVersion)) throw new UnknownEvent(event);
  if (written === known.schemaVersion) return event as RecordedEvent & EventOf<Types>;
  let data = event.data;
  for (let version = written; version < known.schemaVersion; version += 1) {
    const next = known.upcasts?.[version];
    if (!next) throw new UnknownEvent(event);
    data = next(data);
  }
  const metadata = { ...event.metadata, schemaVersion: known.schemaVersion };
  return { ...event, data, metadata } as RecordedEvent & EventOf<Types>;
}
