import { expect } from 'vitest';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { type Decider, RuleBroken } from '../../src/eventsourcing/decider.ts';
import type { DomainEvent } from '../../src/eventsourcing/event-types.ts';

/** Given what happened, when this is asked, then that is recorded or refused. */
export function specOf<Command, Event extends DomainEvent, State, Result, Folded extends State>(
  decider: Decider<Command, Event, State, Result, Folded>,
) {
  /** Every event of a specification has its type's shape, so that none tells of something impossible. */
  const checked = (event: Event): Event => {
    expect(decider.eventTypes[event.type]?.data.parse(event.data)).toEqual(event.data);
    return event;
  };

  return {
    given: (...history: readonly Event[]) => {
      const state = history.map(checked).reduce(decider.evolve, decider.initialState());
      return {
        state,
        when(command: Command) {
          /** Whatever a decision comes to, it leaves the state as it was. */
          const decide = () => {
            const before = structuredClone(state);
            try {
              return decider.decide(command, state);
            } finally {
              expect(state).toEqual(before);
            }
          };
          return {
            thenRecords(...expected: readonly Event[]) {
              expect(decide()).toEqual(expected.map(checked));
            },
            thenChangesNothing() {
              expect(decide()).toEqual([]);
            },
            thenRefuses(code: ProblemCode) {
              expect(decide).toThrow(new RuleBroken(code));
            },
          };
        },
      };
    },
  };
}
