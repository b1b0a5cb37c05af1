import type { KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../../eventsourcing/event-types.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import { createReviewCommands } from './commands.ts';
import { reviewDecider } from './decider.ts';

interface ReviewsDeps extends Pick<Parameters<typeof createReviewCommands>[0], 'count'> {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly mutex: KeyedMutex;
  now(): Date;
}

/** Makes the commands on reviews that staff have entered. */
export const composeReviews = ({ log, keys, mutex, now, count }: ReviewsDeps) => ({
  commands: createReviewCommands({
    streams: createEventStreams(sealedEventStore(log, keys), reviewDecider, { mutex, now }),
    count,
  }),
});

export type Reviews = ReturnType<typeof composeReviews>;

/** Tells when other reviews are to be shown, so that the pages are rendered again. It reads nothing of what is sealed. */
export const liveReviews = (onUnreadable: (problem: UnreadableEvent) => void) =>
  liveProjection(reviewDecider, onUnreadable);
