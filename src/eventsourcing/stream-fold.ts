import { type Decider, RuleBroken } from './decider.ts';
import {
  type ExpectedRevision,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from './event-store.ts';
import type { DomainEvent } from './event-types.ts';
import { evolveFrom } from './evolve-from.ts';

/** What a command led to in a stream. */
export interface Applied<Result> {
  /** HMAC of the request, to tell a retry from another request under the same key. */
  readonly requestHash: string;
  /** Of the command's last event. */
  readonly revision: bigint;
  readonly position: Position;
  readonly result: Result;
}

/**
 * A stream folded so far. It is carried on in place as events come, so its cost doesn't grow with the stream: nothing
 * is copied, and a command keeps its result and not its events.
 */
export interface StreamFold<State, Result> {
  readonly stream: string;
  state: State;
  /** Revision of the first event that isn't folded yet; `null` after an event that can't be folded. */
  next: bigint | null;
  /** How many decisions the stream holds. */
  version: number;
  position: Position | null;
  readonly applied: Map<string, Applied<Result>>;
}

/** A stream as it was read: a view of its fold, good until a later read carries the fold on. */
export interface Loaded<State, Result> {
  readonly stream: string;
  /**
   * Decide on it before waiting for anything that may read the stream again.
   *
   * @throws WrongExpectedRevision when the fold has been carried on since, as a log answers an append that comes late
   */
  readonly state: State;
  /** The expected revision of the next append. */
  readonly expected: ExpectedRevision;
  /** Position of the stream's last event; null for a stream that isn't there. */
  readonly position: Position | null;
  /** How many decisions the stream holds; the ETag. */
  readonly version: number;
  /** What a command led to, if it was applied up to here. */
  appliedBy(commandId: string): Applied<Result> | undefined;
  readonly fold: StreamFold<State, Result>;
}

export const emptyFold = <State, Result>(
  { initialState }: { initialState(): State },
  stream: string,
): StreamFold<State, Result> => ({
  stream,
  state: initialState(),
  next: 0n,
  version: 0,
  position: null,
  applied: new Map(),
});

/**
 * Carries a fold on by events that the log holds, in order, without a gap. Those that are in it already are passed over,
 * as when two reads overlap.
 *
 * @throws UnreadableEvent, after which the fold is of no more use
 */
export function carryOn<Event extends DomainEvent, State, Result, Folded extends State>(
  fold: StreamFold<Folded, Result>,
  events: readonly RecordedEvent[],
  decider: Decider<never, Event, State, Result, Folded>,
): void {
  let first: { readonly commandId: string; readonly event: Event } | undefined;
  for (const recorded of events) {
    const { revision, position, metadata } = recorded;
    if (fold.next === null || revision < fold.next) continue;
    const { commandId, requestHash } = metadata;
    fold.next = null;
    const { event, state } = evolveFrom(fold.state, recorded, decider);
    fold.state = state;
    fold.next = revision + 1n;
    fold.position = position;
    if (!decider.uncounted?.includes(event.type)) fold.version += 1;
    // The events of one command come one after the other, since they were one append.
    if (first?.commandId !== commandId) first = { commandId, event };
    fold.applied.set(commandId, {
      requestHash,
      revision,
      position,
      result: decider.resultOf(first.event, state),
    });
  }
}

export function viewOf<State, Result>(fold: StreamFold<State, Result>): Loaded<State, Result> {
  const { stream, next, version, position } = fold;
  if (next === null) throw new Error(`${stream} can't be folded`);
  const expected = next === 0n ? 'no-stream' : next - 1n;
  return {
    stream,
    expected,
    position,
    version,
    fold,
    get state() {
      if (fold.next !== next) throw new WrongExpectedRevision(stream, expected);
      return fold.state;
    },
    appliedBy(commandId) {
      const applied = fold.applied.get(commandId);
      return applied && applied.revision < next ? applied : undefined;
    },
  };
}

/**
 * The command's place in the stream if it was applied before; asked before any rule is looked at.
 *
 * @param ifVersion the version that the sender saw (`If-Match`); a new command is refused when the stream has moved on
 * @throws RuleBroken `idempotency-key-reused` when the same command id came with another request; `stale`
 */
export function alreadyApplied<Result>(
  loaded: Loaded<unknown, Result>,
  {
    context: { commandId, requestHash },
    ifVersion,
  }: {
    readonly context: { readonly commandId: string; readonly requestHash: string };
    readonly ifVersion?: number | undefined;
  },
): Applied<Result> | undefined {
  const applied = loaded.appliedBy(commandId);
  if (applied && applied.requestHash !== requestHash) throw new RuleBroken('idempotency-key-reused');
  if (!applied && ifVersion !== undefined && ifVersion !== loaded.version) throw new RuleBroken('stale');
  return applied;
}
