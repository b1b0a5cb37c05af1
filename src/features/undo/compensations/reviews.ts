import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { idOfReview, reviewEventTypes } from '../../reviews/events.ts';
import type { Done, Undoing } from './compensation.ts';

/** The commands on reviews by which others are undone. */
export interface ReviewUndoCommands {
  restore(reviewId: string, run: CommandRun): Promise<Done>;
  /** Gives a review the words that it had after these events of its stream. */
  restoreWords(reviewId: string, events: readonly RecordedEvent[], run: CommandRun): Promise<Done>;
}

/** Undoes a removal or a change of a review. */
export function undoOnReview(commands: ReviewUndoCommands, undoing: Undoing): Promise<Done> {
  const { stream, command, before, run } = undoing;
  const reviewId = idOfReview(stream);
  return upcast(command[0], reviewEventTypes).type === 'ReviewRemoved'
    ? commands.restore(reviewId, run)
    : commands.restoreWords(reviewId, before, run);
}
