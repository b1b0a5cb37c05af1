import type { Decider } from './decider.ts';
import { type EventStore, type FeedBatch, LOG_START } from './event-store.ts';
import { type DomainEvent, UnknownEvent, upcast } from './event-types.ts';
import { keepFollowing } from './follow.ts';

/** Every stream of one category, kept folded in memory as the feed tells of it. For small categories only. */
export interface LiveStreams<State> {
  /** By stream name. A stream that holds an event not known here is left out. */
  readonly states: ReadonlyMap<string, State>;
  /** Settles when following has ended after the signal. */
  readonly ended: Promise<void>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Told of a stream that is left out from now on. */
  onUnknown(error: UnknownEvent): void;
}

/**
 * Follows all streams of a category; answers once they are folded up to the log's present end. When the store is
 * lost, what was last known stays, and following goes on when it is back.
 *
 * @throws the signal's reason when it aborts before
 */
export async function followStreams<Event extends DomainEvent, State>(
  store: Pick<EventStore, 'subscribe'>,
  { category, eventTypes, initialState, evolve }: Decider<never, Event, State>,
  { signal, onUnknown }: FollowOptions,
): Promise<LiveStreams<State>> {
  const states = new Map<string, State>();
  const unknown = new Set<string>();
  const caughtUp = Promise.withResolvers<void>();

  function fold(batch: FeedBatch): void {
    for (const recorded of batch.events) {
      const { stream } = recorded;
      if (unknown.has(stream)) continue;
      try {
        const event = upcast(recorded, eventTypes) as unknown as Event;
        states.set(stream, evolve(states.get(stream) ?? initialState, event));
      } catch (error) {
        if (!(error instanceof UnknownEvent)) throw error;
        unknown.add(stream);
        states.delete(stream);
        onUnknown(error);
      }
    }
    if (batch.caughtUp) caughtUp.resolve();
  }

  const ended = keepFollowing(store, { from: LOG_START, streamPrefixes: [category], signal }, fold);
  await Promise.race([caughtUp.promise, ended]);
  signal.throwIfAborted();
  return { states, ended };
}
