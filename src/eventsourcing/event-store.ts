/**
 * A position in the whole log, comparable as text: 32 lower-case hexadecimal digits, two 64-bit numbers
 * (Postgres: transaction id and global position; EventStoreDB: commit and prepare position).
 * Opaque to everyone but the adapters.
 */
export type Position = string;

/** Before the first event of the log; sorts below every position. */
export const LOG_START: Position = '';

/** What a position looks like on the wire; the start of the log is not one. */
export const POSITION_PATTERN = /^[0-9a-f]{32}$/;

/** Who caused an event: a kind, and what identifies one of that kind. Which kinds there are is up to the application. */
export interface AnyActor {
  readonly kind: string;
  readonly [detail: string]: string;
}

/** Carried by every event, never personal, never sealed. */
export interface EventMetadata {
  /** The command that led to this event; a command is applied at most once per stream. */
  readonly commandId: string;
  /** HMAC of the canonical request and its idempotency key: shows when the key is used again with another body. */
  readonly requestHash: string;
  /** Ties everything one request caused together. */
  readonly correlationId: string;
  /** The event or request that led to this one. */
  readonly causationId: string;
  readonly actor: AnyActor;
  /** ISO-8601 UTC instant by the deciding process's clock. */
  readonly at: string;
  /** Version of the event type's shape, from 1. */
  readonly schemaVersion: number;
}

/** JSON object; never a Date, a BigInt or undefined. */
export type EventData = { readonly [field: string]: unknown };

export interface NewEvent {
  /** UUID. Equal ids always mean equal events; the log's idempotency depends on it. */
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

/** Where the stream must end for an append to succeed: not begun yet, anywhere, or at that revision. */
export type ExpectedRevision = 'no-stream' | 'any' | bigint;

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: bigint;
  /** Position of the last event appended. */
  readonly position: Position;
}

/** What a subscription delivers at once. */
export interface EventBatch {
  /** In log order, each exactly once; empty when only the position moves on. */
  readonly events: readonly RecordedEvent[];
  /** Everything at or before this position has been delivered or didn't match the filter. */
  readonly position: Position;
  /**
   * True once the subscription has reached the end of the log as of its last read. A subscription says so at least once,
   * with an empty batch if need be.
   */
  readonly caughtUp: boolean;
}

export interface SubscribeOptions {
  /** Exclusive; `LOG_START` for everything. */
  readonly from: Position;
  /** Stream name prefixes, such as `invoice-`; all streams when left out. */
  readonly streamPrefixes?: readonly string[];
  /** Upper bound of a batch, 1 000 when left out. */
  readonly maxBatch?: number;
  /**
   * True for a reader that needs matching events at once, but may learn later that its position is past others: it isn't
   * woken for events that don't match, which saves nearly all its work in a busy log.
   */
  readonly lazyPosition?: boolean;
  /** Ends the iteration without an error. */
  readonly signal: AbortSignal;
}

/**
 * The event log. Three adapters: Postgres, EventStoreDB, and memory for tests. All pass one contract suite
 * (`tests/contract/event-store.ts`), so nothing here may be something EventStoreDB can't do.
 */
export interface EventStore {
  /**
   * Appends all events or none.
   *
   * An append of the same event ids at the same expected revision returns the original result, so an append whose outcome
   * is unknown may simply be sent again. With `any`, a log remembers ids for a limited time only. The same ids at
   * another expected revision are new events, if the stream ends there.
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
   * The stream's events from a revision on, in order, read from the leader; empty for an unknown stream.
   *
   * @throws StoreUnavailable
   */
  read(stream: string, from?: bigint): Promise<readonly RecordedEvent[]>;

  /**
   * Position of the last event of the log, `LOG_START` when it is empty. A subscription may reach it only after
   * an append that began earlier has ended.
   *
   * @throws StoreUnavailable
   */
  head(): Promise<Position>;

  /**
   * Catch-up subscription to the whole log: history first, then live, until the signal aborts. The next batch is fetched
   * only once the consumer asks for it (back-pressure).
   *
   * @throws StoreUnavailable from the iteration when the store is lost; subscribe again from the last position.
   * @throws RangeError when `maxBatch` isn't a whole number from 1.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** Releases connections; subscriptions must have been aborted before. */
  close(): Promise<void>;
}

/** Largest data plus metadata of one append, all its events together, in bytes of JSON: EventStoreDB's append is at most 1 MiB. */
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
  override readonly name = 'StoreUnavailable';
}

export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}
