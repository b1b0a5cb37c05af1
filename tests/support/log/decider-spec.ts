import { expect } from 'vitest';
import type { ProblemCode } from '../../../src/contracts/problem.ts';
import type { DomainEvent } from '../../../src/eventsourcing/event-types.ts';
import { type Decider, RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import { emptyFold, foldInto } from '../../../src/eventsourcing/streams/stream-fold.ts';

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

/** A stream's version and the result of each command, where every event comes from a command of its own. */
export function toldOf<Event extends DomainEvent, State, Result, Folded extends State>(
  decider: Decider<never, Event, State, Result, Folded>,
  events: readonly Event[],
) {
  const fold = emptyFold<Folded, Result>(decider, 'stream-1');
  const recorded = events.map(({ type, data }, index) => ({
    id: `event-${index}`,
    type,
    data: { ...data },
    metadata: {
      commandId: `command-${index}`,
      requestHash: 'hash',
      correlationId: `command-${index}`,
      causationId: `command-${index}`,
      actor: { kind: 'process', name: 'test' } as const,
      at: '2026-11-20T18:00:00.000Z',
      schemaVersion: decider.eventTypes[type]?.schemaVersion ?? Number.NaN,
    },
    stream: 'stream-1',
    revision: BigInt(index),
    position: String(index),
  }));
  foldInto(fold, recorded, decider);
  return { version: fold.version, results: [...fold.applied.values()].map(({ result }) => result) };
}
