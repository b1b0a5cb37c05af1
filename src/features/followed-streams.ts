import type { KeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../eventsourcing/event-types.ts';

/** The dependencies of a feature whose streams every process follows. */
export interface FollowedStreamsDeps {
  readonly log: EventStore;
  readonly mutex: KeyedMutex;
  now(): Date;
  /** Called for an event that can't be folded. */
  onUnreadable(problem: UnreadableEvent): void;
}
