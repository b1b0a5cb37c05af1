import { keepFollowing } from './consume.ts';
import type { Decider } from './decider.ts';
import { type EventStore, LOG_START, type Position, type RecordedEvent } from './event-store.ts';
import { type DomainEvent, UnknownEvent, upcast } from './event-types.ts';

/** Every stream of one category, kept folded in memory as the feed tells of it. For small categories only. */
export interface LiveStreams<State> {
  readonly category: string;
  /** By stream name. A stream that holds an event not known here is left out. */
  readonly states: ReadonlyMap<string, State>;
  /** Takes what the log tells next, of any stream. */
  fold(events: readonly RecordedEvent[]): void;
}

/** @param onUnknown told of a stream that is left out from now on */
export function liveStreams<Event extends DomainEvent, State>(
  { category, eventTypes, initialState, evolve }: Decider<never, Event, State>,
  onUnknown: (error: UnknownEvent) => void,
): LiveStreams<State> {
  const states = new Map<string, State>();
  const unknown = new Set<string>();
  return {
    category,
    states,
    fold(events) {
      for (const recorded of events) {
        const { stream } = recorded;
        if (!stream.startsWith(category) || unknown.has(stream)) continue;
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
    },
  };
}

/** Streams of some categories, as they are followed. */
export interface FollowedStreams {
  /** Position of their last event. */
  changedAt(): Position;
  /** Settles at their next event. */
  changed(): Promise<void>;
  /** Settles when following has ended after the signal. */
  readonly ended: Promise<void>;
}

/**
 * Follows categories on one subscription; answers once they are folded up to the log's present end. When the store is
 * lost, what was last known stays, and following goes on when it is back.
 *
 * @throws the signal's reason when it aborts before
 */
export async function followStreams(
  store: Pick<EventStore, 'subscribe'>,
  categories: readonly LiveStreams<unknown>[],
  signal: AbortSignal,
): Promise<FollowedStreams> {
  const caughtUp = Promise.withResolvers<void>();
  let changed = Promise.withResolvers<void>();
  let changedAt = LOG_START;
  const streamPrefixes = categories.map(({ category }) => category);
  const ended = keepFollowing(store, { from: LOG_START, streamPrefixes, signal }, (batch) => {
    for (const { fold } of categories) fold(batch.events);
    const last = batch.events.at(-1);
    if (last) {
      changedAt = last.position;
      changed.resolve();
      changed = Promise.withResolvers();
    }
    if (batch.caughtUp) caughtUp.resolve();
  });
  await Promise.race([caughtUp.promise, ended]);
  signal.throwIfAborted();
  return { changedAt: () => changedAt, changed: () => changed.promise, ended };
}
