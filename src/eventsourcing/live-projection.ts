import { consume } from './consume.ts';
import { type Decider, ownsStream } from './decider.ts';
import { type EventStore, LOG_START, type Position, type RecordedEvent } from './event-store.ts';
import { type DomainEvent, UnreadableEvent } from './event-types.ts';
import { evolveFrom } from './evolve-from.ts';

/**
 * Every stream of one decider, kept folded in memory as the log grows. For few and small streams only.
 *
 * One that holds an event which can't be folded is left out from then on: it could only be guessed at, while the
 * others are as good as before.
 */
export interface LiveProjection<State> {
  /** What `Decider.streams` says. */
  readonly streams: string;
  /** By stream name, as of now: the next event may change a state in place. */
  readonly states: ReadonlyMap<string, State>;
  /** Why each stream that is left out is left out. */
  problems(): readonly UnreadableEvent[];
  /** Takes what the log holds next, of any stream. */
  fold(events: readonly RecordedEvent[]): void;
}

/** @param onProblem called with each stream that is left out from now on, once */
export function liveProjection<Event extends DomainEvent, State>(
  decider: Pick<
    Decider<never, Event, unknown, unknown, State>,
    'streams' | 'eventTypes' | 'initialState' | 'evolve'
  >,
  onProblem: (problem: UnreadableEvent) => void,
): LiveProjection<State> {
  const states = new Map<string, State>();
  const problems = new Map<string, UnreadableEvent>();

  function fold(recorded: RecordedEvent): void {
    const { stream } = recorded;
    try {
      const { state } = evolveFrom(states.get(stream) ?? decider.initialState(), recorded, decider);
      states.set(stream, state);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      states.delete(stream);
      problems.set(stream, error);
      onProblem(error);
    }
  }

  return {
    streams: decider.streams,
    states,
    problems: () => [...problems.values()],
    fold(events) {
      for (const recorded of events)
        if (ownsStream(decider, recorded.stream) && !problems.has(recorded.stream)) fold(recorded);
    },
  };
}

/** Live projections on one subscription. */
export interface LiveProjections {
  /** Position of their last event. */
  changedAt(): Position;
  /** Settles at their next event. */
  changed(): Promise<void>;
  /** Streams that are left out, of all of them. */
  problems(): readonly UnreadableEvent[];
  /** Settles when the subscription has ended after the signal. */
  readonly ended: Promise<void>;
}

/**
 * Keeps live projections up to date on one subscription; answers once they are folded up to the log's present end. When
 * the store is lost, what was last known stays, and they go on when it is back.
 *
 * @throws the signal's reason when it aborts before
 */
export async function subscribeAll(
  store: Pick<EventStore, 'subscribe'>,
  projections: readonly LiveProjection<unknown>[],
  signal: AbortSignal,
): Promise<LiveProjections> {
  const caughtUp = Promise.withResolvers<void>();
  let changed = Promise.withResolvers<void>();
  let changedAt = LOG_START;
  const streamPrefixes = projections.map(({ streams }) => streams);
  const ended = consume(store, { from: LOG_START, streamPrefixes, lazyPosition: true, signal }, (batch) => {
    for (const { fold } of projections) fold(batch.events);
    // The subscription's prefixes let through `name-else` beside the stream `name`, which is nobody's here.
    const last = batch.events.findLast(({ stream }) =>
      projections.some((projection) => ownsStream(projection, stream)),
    );
    if (last) {
      changedAt = last.position;
      changed.resolve();
      changed = Promise.withResolvers();
    }
    if (batch.caughtUp) caughtUp.resolve();
  });
  await Promise.race([caughtUp.promise, ended]);
  signal.throwIfAborted();
  return {
    changedAt: () => changedAt,
    changed: () => changed.promise,
    problems: () => projections.flatMap((projection) => projection.problems()),
    ended,
  };
}
