import type { DomainEvent, EventTypes } from './event-types.ts';

/**
 * The rules of one kind of stream, as pure functions: what is (`evolve`) and what may happen next (`decide`).
 * The clock and every outside fact are part of the command.
 */
export interface Decider<Command, Event extends DomainEvent, State> {
  /** Prefix of the stream names, such as `booking` for `booking-<uuid>`. */
  readonly category: string;
  readonly eventTypes: EventTypes;
  /** Types that aren't decisions of their own and so don't move the version (ETag), such as a fence. */
  readonly uncounted?: readonly string[];
  /**
   * What tells the facts apart that two tries of one command would record, where they may differ, as by the clock:
   * equal event ids must mean equal facts. Undefined where the command alone says it all.
   */
  factOf?(event: Event): string | undefined;
  readonly initialState: State;
  /** The events a command leads to; none when it changes nothing. @throws RuleBroken */
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
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
