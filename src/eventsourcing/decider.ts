import type { DomainEvent, EventTypes } from './event-types.ts';

/**
 * The rules of one kind of stream: what is (`evolve`) and what may happen next (`decide`). The clock and every outside
 * fact are part of the command. `Result` is what a command on such a stream answers with; `Folded` is the state as
 * `evolve` may change it, where `decide` may not.
 */
export interface Decider<
  Command,
  Event extends DomainEvent,
  State,
  Result = null,
  Folded extends State = State,
> {
  /** Begin of the stream names with its dash, such as `invoice-` for `invoice-<uuid>`; or the name of the only stream. */
  readonly streams: string;
  readonly eventTypes: EventTypes;
  /** Types that aren't decisions of their own and so don't move the version (ETag), such as a fence. */
  readonly uncounted?: readonly string[];
  /**
   * What tells the facts apart that two tries of one command would record, where they may differ: by an id that depends
   * on what was read, or by the clock. It becomes part of the event's id, since equal event ids must mean equal facts.
   * Undefined where the command alone says it all.
   */
  factOf?(event: Event): string | undefined;
  /** A new state each time, since `evolve` may change it. */
  initialState(): Folded;
  /** The events a command leads to; none when it changes nothing. Leaves the state alone. @throws RuleBroken */
  decide(command: Command, state: State): readonly Event[];
  /**
   * The state behind the event. It may change the given state in place and return it, so that a long stream folds in
   * linear time; the caller must not look at the older state again.
   */
  evolve(state: Folded, event: Event): Folded;
  /**
   * What the command answers with. Taken once, when its events are folded, and kept with the command: a retry gets it
   * again, whatever has happened to the stream since, and no history is folded for it.
   *
   * @param event the command's first event; undefined when it changed nothing
   * @param state behind the command's last event
   */
  resultOf(event: Event | undefined, state: State): Result;
}

/** A business rule refuses the command; `code` names it (`contracts/problem.ts` holds the text). */
export class RuleBroken<Code extends string = string> extends Error {
  override readonly name = 'RuleBroken';
  readonly code: Code;
  constructor(code: Code) {
    super(code);
    this.code = code;
  }
}

/** Whether a stream is one of the decider's: `streams` that ends in a dash is a prefix, any other is a whole name. */
export const ownsStream = ({ streams }: { readonly streams: string }, stream: string): boolean =>
  streams.endsWith('-') ? stream.startsWith(streams) : stream === streams;
