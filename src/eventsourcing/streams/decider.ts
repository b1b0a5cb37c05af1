import type { AnyActor } from '../event-store.ts';
import type { DomainEvent, EventTypes } from '../event-types.ts';

/**
 * The rules of one kind of stream: `evolve` makes the state from events, `decide` says what may happen next. Both are
 * pure: the time and everything else from outside are part of the command. `Result` is what a command on such a stream
 * returns; `Folded` is the state as `evolve` may change it in place, while `decide` only reads it.
 */
export interface Decider<
  Command,
  Event extends DomainEvent,
  State,
  Result = null,
  Folded extends State = State,
> {
  /** Prefix of the stream names with its dash, such as `invoice-` for `invoice-<uuid>`; or the name of the only stream. */
  readonly streams: string;
  readonly eventTypes: EventTypes;
  /** Types that aren't decisions of their own, such as a fence: they don't count in the version (ETag). */
  readonly uncounted?: readonly string[];
  /**
   * Part of the event's id, besides the command and the event's type. Two tries of one command may decide on different
   * data, since the clock has moved or an id depends on what was read. Events with different data must not share an id,
   * so this returns what differs. Undefined where the data follows from the command alone.
   */
  discriminatorOf?(event: Event): string | undefined;
  /** A new state each time, since `evolve` may change it. */
  initialState(): Folded;
  /** The events a command leads to; none when it changes nothing. Doesn't change the state. @throws RuleBroken */
  decide(command: Command, state: State): readonly Event[];
  /**
   * The state after the event. It may change the given state in place and return it, so that a long stream folds in
   * linear time; the caller must not use the older state again.
   *
   * @throws Error for an event that can't follow the ones before it, and leaves the state as it was
   */
  evolve(state: Folded, event: Event): Folded;
  /**
   * The command's result. Computed once, when its events are folded, and kept with the command: a retry gets the same
   * result, whatever has happened to the stream since, and no history is folded for it.
   *
   * @param event the command's first event; undefined when it changed nothing
   * @param state after the command's last event
   */
  resultOf(event: Event | undefined, state: State): Result;
}

/**
 * A rule refuses the command; `code` says which one (`contracts/problem.ts` holds the text and the HTTP status). Thrown by
 * deciders, and by command handlers for what their deciders can't see, such as an id that isn't known. A request that is
 * refused for another reason than its command, or that has none, fails with `Refused` (`http/refusal.ts`).
 */
export class RuleBroken<Code extends string = string> extends Error {
  override readonly name = 'RuleBroken';
  readonly code: Code;
  constructor(code: Code) {
    super(code);
    this.code = code;
  }
}

/** A decision in a stream: what was decided, when and by whom. */
export interface Decision {
  readonly type: string;
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly actor: AnyActor;
}

/** The stream isn't at the version that the sender of a command saw (`If-Match`). */
export class StaleVersion extends RuleBroken<'stale'> {
  /** The stream's present version. */
  readonly version: number;
  /** What was decided since then, the oldest first; of many decisions only the last ones. */
  readonly since: readonly Decision[];
  constructor(version: number, since: readonly Decision[]) {
    super('stale');
    this.version = version;
    this.since = since;
  }
}

/** Whether a stream is one of the decider's: `streams` that ends in a dash is a prefix, any other is a whole name. */
export const ownsStream = ({ streams }: { readonly streams: string }, stream: string): boolean =>
  streams.endsWith('-') ? stream.startsWith(streams) : stream === streams;
