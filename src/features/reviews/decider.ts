import { ERASED } from '../../eventsourcing/event-types.ts';
import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { givenFields } from '../given-fields.ts';
import { broken } from '../rule-broken.ts';
import { REVIEW, type RecordedReview, type ReviewEvent, reviewEventTypes } from './events.ts';

/** A review as staff enter it. */
export type Review = { readonly rating: number } & Exclude<RecordedReview['personal'], typeof ERASED>;

/** Fields that are left out stay as they are. */
export type ReviewChange = { readonly [Field in keyof Review]?: Review[Field] | undefined };

/** The state of one review. One that was removed comes back only if staff undo the removal. */
export type ReviewState =
  | { readonly status: 'none' }
  | { readonly status: 'erased' }
  | {
      readonly status: 'shown' | 'removed';
      readonly review: RecordedReview;
      readonly version: number;
    };

export type ReviewCommand =
  | { readonly kind: 'AddReview'; readonly review: Review }
  | { readonly kind: 'ChangeReview'; readonly change: ReviewChange }
  | { readonly kind: 'RemoveReview' }
  | { readonly kind: 'RestoreReview' }
  | { readonly kind: 'EraseReview' };

const recordedReview = ({ rating, ...personal }: Review): RecordedReview => ({ rating, personal });

function changed({ rating, personal }: RecordedReview, change: ReviewChange): RecordedReview {
  if (personal === ERASED) throw broken('review-not-found');
  return recordedReview({ rating, ...personal, ...givenFields(change) });
}

function decide(command: ReviewCommand, state: ReviewState): ReviewEvent[] {
  if (command.kind === 'AddReview') {
    if (state.status !== 'none') throw broken('review-not-found');
    return [{ type: 'ReviewAdded', data: recordedReview(command.review) }];
  }
  if (state.status === 'none' || state.status === 'erased') throw broken('review-not-found');
  const { status, review, version } = state;
  if (command.kind === 'EraseReview') return [{ type: 'ReviewErased', data: {} }];
  if (command.kind === 'RestoreReview') {
    if (status !== 'removed') throw broken('undo-overtaken');
    return [{ type: 'ReviewRestored', data: {} }];
  }
  if (status === 'removed') throw broken('review-not-found');
  if (command.kind === 'RemoveReview') return [{ type: 'ReviewRemoved', data: {} }];
  return [{ type: 'ReviewChanged', data: { version: version + 1, ...changed(review, command.change) } }];
}

const FOLLOWS = {
  ReviewChanged: 'shown',
  ReviewRemoved: 'shown',
  ReviewRestored: 'removed',
} as const;

function evolve(state: ReviewState, event: ReviewEvent): ReviewState {
  const misplaced = () => new Error(`${event.type} can't follow a review that is ${state.status}`);
  if (event.type === 'ReviewAdded') {
    if (state.status !== 'none') throw misplaced();
    return { status: 'shown', review: event.data, version: 1 };
  }
  if (state.status === 'none' || state.status === 'erased') throw misplaced();
  if (event.type === 'ReviewErased') return { status: 'erased' };
  if (state.status !== FOLLOWS[event.type]) throw misplaced();
  const next = { ...state, version: state.version + 1 };
  switch (event.type) {
    case 'ReviewChanged': {
      const { version: _, ...review } = event.data;
      return { ...next, review };
    }
    case 'ReviewRemoved':
      return { ...next, status: 'removed' };
    case 'ReviewRestored':
      return { ...next, status: 'shown' };
  }
}

/** Decides about one review that staff have entered. */
export const reviewDecider: Decider<ReviewCommand, ReviewEvent, ReviewState> = {
  streams: `${REVIEW}-`,
  eventTypes: reviewEventTypes,
  discriminatorOf: ({ type, data }) => (type === 'ReviewChanged' ? String(data.version) : undefined),
  initialState: () => ({ status: 'none' }),
  decide,
  evolve,
  resultOf: () => null,
};
