import type { AnyActor } from '../event-store.ts';
import type { DomainEvent, EventTypes } from '../event-types.ts';

/**
 * The rules of one kind of stream: `evolve` makes the state from events, and `decide` says what may happen next. Both depend on
 * their arguments only: the time and everything else from outside is part of the command. `Result` is what a command on such a
 * stream returns. `Folded` is the type of the state for `evolve`, which may change it in place; `decide` only reads the state.
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
  /** Types of events that aren't decisions, such as a fence. They don't count in the version (ETag). */
  readonly uncounted?: readonly string[];
  /**
   * The thing that an event decides about, in a stream where each thing has a version (ETag) of its own: a change of one needs no
   * knowledge of the others. If left out, only the whole stream has a version.
   */
  thingOf?(event: Event): string;
  /**
   * A part of the event's id, beside the command and the event's type. Two tries of one command may lead to events with different
   * data, since the clock has moved on or an id depends on what was read. Events with different data must not have the same id, so
   * this returns the part that differs. Undefined if the data follows from the command alone.
   */
  discriminatorOf?(event: Event): string | undefined;
  /** Must return a new state each time, since `evolve` may change it. */
  initialState(): Folded;
  /** The events that a command leads to; empty when it changes nothing. Doesn't change the state. @throws RuleBroken */
  decide(command: Command, state: State): readonly Event[];
  /**
   * The state after the event. `evolve` may change the given state in place and return it, so that folding a long stream takes
   * linear time. So the caller must not use the given state again.
   *
   * @throws Error for an event that can't follow the ones before it; the state stays as it was
   */
  evolve(state: Folded, event: Event): Folded;
  /**
   * The command's result. It is computed once, when the command's events are folded, and kept with the command. So a retry gets the same
   * result, even if the stream has changed since, and no history has to be folded for it.
   *
   * @param event the command's first event; undefined when the command changed nothing
   * @param state the state after the command's last event
   */
  resultOf(event: Event | undefined, state: State): Result;
}

/**
 * Thrown when a rule refuses a command. `code` names the rule (`contracts/problem.ts` has the text and the HTTP status). Deciders
 * throw it. So do command handlers: for a rule that needs more than the decider's state, and for a stream that has never begun.
 * All other refusals, such as of a request that names something else that doesn't exist, are `Refused` (`http/refusal.ts`).
 */
export class RuleBroken<Code extends string = string> extends Error {
  override readonly name = 'RuleBroken';
  readonly code: Code;
  constructor(code: Code) {
    super(code);
    this.code = code;
  }
}

/** A decision in a stream: its events, time and actor. */
export interface Decision {
  readonly type: string;
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly actor: AnyActor;
}

/** Thrown when the stream isn't at the version that the sender of a command saw (`If-Match`). */
export class StaleVersion extends RuleBroken<'stale'> {
  /** The stream's present version. */
  readonly version: number;
  /** Decisions since the version that the sender saw, the oldest first. If there were many, only the last ones. */
  readonly since: readonly Decision[];
  constructor(version: number, since: readonly Decision[]) {
    super('stale');
    this.version = version;
    this.since = since;
  }
}

/** Whether a stream is one of the decider's. If `streams` ends in a dash, it is a prefix; otherwise it is a whole name. */
export const ownsStream = ({ streams }: { readonly streams: string }, stream: string): boolean =>
  streams.endsWith('-') ? stream.startsWith(streams) : stream === streams;
