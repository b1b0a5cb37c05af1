import { MOST_REVIEWS } from '../../contracts/settings/review-limits.ts';
import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { ERASED } from '../../eventsourcing/event-types.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { evolveFrom } from '../../eventsourcing/streams/evolve-from.ts';
import { broken } from '../rule-broken.ts';
import {
  type Review,
  type ReviewChange,
  type ReviewCommand,
  type ReviewState,
  reviewDecider,
} from './decider.ts';
import { REVIEW, type ReviewEvent, reviewStream } from './events.ts';

interface ReviewCommandsDeps {
  readonly streams: EventStreams<ReviewCommand, ReviewEvent, ReviewState>;
  count(): Promise<number>;
}

/** The commands of staff on reviews. */
export function createReviewCommands({ streams, count }: ReviewCommandsDeps) {
  async function handle(id: string, command: ReviewCommand, run: CommandRun) {
    const { position, version } = await streams.handle(reviewStream(id), () => command, run);
    if (position === null) throw broken('review-not-found');
    return { id, version, position };
  }

  const change = (reviewId: string, change: ReviewChange, run: CommandRun) =>
    handle(reviewId, { kind: 'ChangeReview', change }, run);

  return {
    /** Two processes at once may together add more than the limit; the front page shows fewer anyway. */
    add: (review: Review, run: CommandRun) =>
      streams.runExclusive(REVIEW, async () => {
        const reviewId = derivedId('review', run.context.commandId);
        const loaded = await streams.load(reviewStream(reviewId));
        const isNew = loaded.appliedBy(run.context.commandId) === undefined;
        if (isNew && (await count()) >= MOST_REVIEWS) throw broken('reviews-full');
        return handle(reviewId, { kind: 'AddReview', review }, run);
      }),

    change,

    /**
     * Gives a review the words and stars that it had before.
     *
     * @param events of its stream, their personal parts opened, up to the review that is given back
     */
    restoreWords(reviewId: string, events: readonly RecordedEvent[], run: CommandRun) {
      const state = events.reduce(
        (before, event) => evolveFrom(before, event, reviewDecider).state,
        reviewDecider.initialState(),
      );
      if (!('review' in state) || state.review.personal === ERASED) throw broken('review-not-found');
      const { rating, personal } = state.review;
      return change(reviewId, { rating, ...personal }, run);
    },

    remove: (reviewId: string, run: CommandRun) => handle(reviewId, { kind: 'RemoveReview' }, run),
    restore: (reviewId: string, run: CommandRun) => handle(reviewId, { kind: 'RestoreReview' }, run),
    erase: (reviewId: string, run: CommandRun) => handle(reviewId, { kind: 'EraseReview' }, run),
  };
}

export type ReviewCommands = ReturnType<typeof createReviewCommands>;
