/**
 * A position in the whole log, which can be compared as text. It has 32 lower-case hexadecimal digits: two 64-bit numbers, in
 * Postgres the transaction id and the global position, in EventStoreDB the commit and the prepare position. Only adapters may
 * interpret it.
 */
export type Position = string;

/** The position before the first event of the log. It is less than every other position. */
export const LOG_START: Position = '';

/** The format of a position in requests and responses. `LOG_START` doesn't have it. */
export const POSITION_PATTERN = /^[0-9a-f]{32}$/;

/** The greatest position that is less than this one, whether or not an event is there. @param position of an event */
export const positionBefore = (position: Position): Position =>
  (BigInt(`0x${position}`) - 1n).toString(16).padStart(position.length, '0');

/** The actor of an event: its kind, and the fields that identify it. The application decides which kinds there are. */
export interface AnyActor {
  readonly kind: string;
  readonly [detail: string]: string;
}

/** Data that every event has. It is never personal and never sealed. */
export interface EventMetadata {
  /** Id of the command that led to this event. A command is applied at most once per stream. */
  readonly commandId: string;
  /** HMAC of the canonical request and its idempotency key. It shows if the key is used again for another request. */
  readonly requestHash: string;
  /** The same for everything that one request has caused. */
  readonly correlationId: string;
  /** Id of the event or request that led to this event. */
  readonly causationId: string;
  readonly actor: AnyActor;
  /** ISO-8601 UTC instant by the deciding process's clock. */
  readonly at: string;
  /** Version of the event type's shape, from 1. */
  readonly schemaVersion: number;
}

/** A JSON object. Its values must not contain a Date, a BigInt or undefined. */
export type EventData = { readonly [field: string]: unknown };

export interface NewEvent {
  /** A UUID. Events with the same id are always the same event; the log's idempotency depends on that. */
  readonly id: string;
  readonly type: string;
  readonly data: EventData;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** 0 for the first event of its stream. */
  readonly revision: bigint;
  readonly position: Position;
}

/** The end of the stream that an append requires: no events yet, any revision, or this revision. */
export type ExpectedRevision = 'no-stream' | 'any' | bigint;

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: bigint;
  /** Position of the last event appended. */
  readonly position: Position;
}

/** An event that the log has, in a form that can be stored beside what was made of the log. */
export interface KnownEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
}

export const knownEvent = ({ id, stream, revision, position }: RecordedEvent): KnownEvent => ({
  id,
  stream,
  revision: Number(revision),
  position,
});

/** The events that a subscription delivers together. */
export interface EventBatch {
  /** The events in log order, each one exactly once. Empty when only the position moves on. */
  readonly events: readonly RecordedEvent[];
  /** Every event at or before this position has been delivered or doesn't match the filter. */
  readonly position: Position;
  /**
   * True once the subscription has reached the end that the log had at the last read. Every subscription delivers at least one
   * such batch, even an empty one if there are no events.
   */
  readonly caughtUp: boolean;
  /**
   * The last event at or before `position`, of any stream, as far as it is known. Only a log that may be exchanged for another one while
   * its readers run sends it.
   */
  readonly last?: KnownEvent | undefined;
}

export interface SubscribeOptions {
  /** The subscription begins after this position; `LOG_START` for everything. */
  readonly from: Position;
  /** Stream name prefixes, such as `invoice-`; all streams when left out. */
  readonly streamPrefixes?: readonly string[];
  /** The most events in a batch; 1 000 when left out. */
  readonly maxBatch?: number;
  /**
   * True for a reader that needs matching events at once, but may learn later that its position has moved past other events. It
   * isn't woken for events that don't match, which saves nearly all its work in a busy log.
   */
  readonly lazyPosition?: boolean;
  /** Ends the iteration without an error. */
  readonly signal: AbortSignal;
}

/**
 * The event log. It has three adapters: Postgres, EventStoreDB, and memory for tests. All of them pass the same contract tests
 * (`tests/contract/event-store.ts`), so this interface must not ask for anything that EventStoreDB can't do.
 */
export interface EventStore {
  /**
   * Appends all events or none.
   *
   * A second append of the same event ids at the same expected revision returns the result of the first, so an append whose outcome
   * is unknown may simply be sent again. With `any`, a log remembers ids only for a limited time. The same ids at another expected
   * revision count as new events, if the stream ends there.
   *
   * @throws WrongExpectedRevision when the stream ends elsewhere; nothing was written.
   * @throws InvalidEvent when `eventJson` refuses it: too large, not plain JSON, a bad name or id; nothing was written.
   * @throws StoreUnavailable when the store can't be reached; the outcome is unknown.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly [NewEvent, ...NewEvent[]],
  ): Promise<AppendResult>;

  /**
   * Reads the stream's events from a revision on, in order, from the leader. Empty for an unknown stream.
   *
   * @throws StoreUnavailable
   */
  read(stream: string, from?: bigint): Promise<readonly RecordedEvent[]>;

  /**
   * Position of the last event of the log; `LOG_START` when the log is empty. While an append that began earlier is still under
   * way, subscriptions may not be able to reach this position yet.
   *
   * @throws StoreUnavailable
   */
  head(): Promise<Position>;

  /**
   * A catch-up subscription to the whole log: it delivers history first, then live events, until the signal aborts. It fetches the
   * next batch only when the consumer asks for it (back-pressure).
   *
   * @throws StoreUnavailable from the iteration when the store is lost; subscribe again from the last position.
   * @throws RangeError when `maxBatch` isn't a whole number from 1.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** Releases connections; subscriptions must have been aborted before. */
  close(): Promise<void>;
}

/** The most bytes of JSON, data and metadata of all events, in one append. EventStoreDB accepts at most 1 MiB. */
export const MAX_APPEND_BYTES = 1_000_000;

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision) {
    super(`stream ${stream} is not at the expected revision ${expected}`);
    this.stream = stream;
    this.expected = expected;
  }
}

export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/**
 * The log that answers isn't the one that the rows were made from, or it has lost events. Nothing may be appended, and no checkpoint may
 * move, until the right log is back or somebody has accepted this one.
 */
export class WrongLog extends StoreUnavailable {
  override readonly name: string = 'WrongLog';
}

export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}
