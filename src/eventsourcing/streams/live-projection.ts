import { type EventStore, LOG_START, type Position, type RecordedEvent } from '../event-store.ts';
import { type DomainEvent, UnknownEvent, UnreadableEvent } from '../event-types.ts';
import { consume } from '../processes/consume.ts';
import { type Decider, ownsStream } from './decider.ts';
import { evolveFrom } from './evolve-from.ts';

/**
 * Keeps the states of all streams of one decider in memory, and folds new events of the log into them. It is meant only for
 * deciders with few and small streams.
 *
 * An event that can't be folded is reported, and the state stays as it is. The events after it are handled in the same way as in
 * read models, so that decisions agree with what read models show. After an event of an unknown type, its stream isn't folded any
 * further, since the event may have changed anything. An event that changes something that doesn't exist is skipped.
 */
interface LiveProjection<State> {
  /** `Decider.streams`. */
  readonly streams: string;
  /** The present states by stream name. The next event may change a state in place. */
  readonly states: ReadonlyMap<string, State>;
  /** The first event of each stream that couldn't be folded. */
  problems(): readonly UnreadableEvent[];
  /** Folds the log's next events, which may be of any stream. */
  fold(events: readonly RecordedEvent[]): void;
}

/** @param onProblem called once for each stream with an event that can't be folded */
export function liveProjection<Event extends DomainEvent, State>(
  decider: Pick<
    Decider<never, Event, unknown, unknown, State>,
    'streams' | 'eventTypes' | 'initialState' | 'evolve'
  >,
  onProblem: (problem: UnreadableEvent) => void,
): LiveProjection<State> {
  const states = new Map<string, State>();
  const problems = new Map<string, UnreadableEvent>();
  /** Streams that are folded no further. */
  const stopped = new Set<string>();

  function fold(recorded: RecordedEvent): void {
    const { stream } = recorded;
    try {
      const { state } = evolveFrom(states.get(stream) ?? decider.initialState(), recorded, decider);
      states.set(stream, state);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      if (error instanceof UnknownEvent) stopped.add(stream);
      if (problems.has(stream)) return;
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
        if (ownsStream(decider, recorded.stream) && !stopped.has(recorded.stream)) fold(recorded);
    },
  };
}

/** Live projections on one subscription. */
export interface LiveProjections {
  /** Position of their last event. */
  changedAt(): Position;
  /** Settles when their next event has been folded. */
  changed(): Promise<void>;
  /** The first event of each stream of all these projections that couldn't be folded. */
  problems(): readonly UnreadableEvent[];
  /** Settles when the subscription has ended after the signal. */
  readonly ended: Promise<void>;
}

/**
 * Keeps live projections up to date by one subscription. Resolves once the events up to the log's present end are folded. While
 * the store doesn't answer, the projections keep their last states; they go on once it answers again.
 *
 * @throws the signal's reason when it aborts before that
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
    // The prefix for a single stream `name` also matches a stream `name-else`, which no projection reads.
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
