import { describe, expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { type Review, reviewDecider } from '../../src/features/reviews/decider.ts';
import type { ReviewEvent } from '../../src/features/reviews/events.ts';
import { specOf, toldOf } from '../support/log/decider-spec.ts';

const { given } = specOf(reviewDecider);

const { rating, ...personal } = {
  name: 'Ann Lee',
  location: 'Walnut Creek',
  service: null,
  rating: 5,
  text: 'The best colour I ever had.',
} satisfies Review;
const review: Review = { rating, ...personal };
const added: ReviewEvent = { type: 'ReviewAdded', data: { rating, personal } };
const removed: ReviewEvent = { type: 'ReviewRemoved', data: {} };
const restored: ReviewEvent = { type: 'ReviewRestored', data: {} };
const erased: ReviewEvent = { type: 'ReviewErased', data: {} };
const changedTo = (version: number, changes: Partial<Review>): ReviewEvent => {
  const { rating: stars, ...words } = { ...review, ...changes };
  return { type: 'ReviewChanged', data: { version, rating: stars, personal: words } };
};
const change = (changes: Partial<Review>) => ({ kind: 'ChangeReview', change: changes }) as const;
const [remove, restore, erase] = (['RemoveReview', 'RestoreReview', 'EraseReview'] as const).map((kind) => ({
  kind,
}));
if (!remove || !restore || !erase) throw new Error('unreachable');

describe('a review', () => {
  it('is added once, with its words in the part that is sealed', () => {
    given().when({ kind: 'AddReview', review }).thenRecords(added);
    given(added).when({ kind: 'AddReview', review }).thenRefuses('review-not-found');
  });

  it('is changed in what is given, and recorded as a whole', () => {
    given(added)
      .when(change({ rating: 4, service: 'Balayage' }))
      .thenRecords(changedTo(2, { rating: 4, service: 'Balayage' }));
    given(added, changedTo(2, { text: 'Fine.' }))
      .when(change({ location: null }))
      .thenRecords(changedTo(3, { text: 'Fine.', location: null }));
  });

  it('is removed, shown again, and then changed again', () => {
    given(added).when(remove).thenRecords(removed);
    given(added, removed).when(restore).thenRecords(restored);
    given(added, removed, restored)
      .when(change({ rating: 3 }))
      .thenRecords(changedTo(4, { rating: 3 }));
  });

  it('is erased, also once it was removed', () => {
    given(added).when(erase).thenRecords(erased);
    given(added, removed).when(erase).thenRecords(erased);
  });

  it('stays as it is while it is removed, and isn’t restored when it is shown', () => {
    given(added, removed)
      .when(change({ rating: 1 }))
      .thenRefuses('review-not-found');
    given(added, removed).when(remove).thenRefuses('review-not-found');
    given(added).when(restore).thenRefuses('undo-overtaken');
  });

  it.each([[[]], [[added, erased]]])('is not there before it was added or once it is erased', (history) => {
    for (const command of [change({ rating: 1 }), remove, restore, erase])
      given(...history)
        .when(command)
        .thenRefuses('review-not-found');
  });

  it('isn’t changed without its words, once its key is shredded', () => {
    given({ type: 'ReviewAdded', data: { rating, personal: ERASED } })
      .when(change({ rating: 1 }))
      .thenRefuses('review-not-found');
  });

  it('takes no event that can’t follow the ones before', () => {
    for (const history of [
      [removed],
      [added, added],
      [added, restored],
      [added, removed, removed],
      [added, removed, changedTo(3, {})],
      [added, erased, removed],
    ])
      expect(() => given(...history)).toThrow(/can't follow/);
  });

  it('has a version that counts each decision', () => {
    expect(toldOf(reviewDecider, [added, changedTo(2, {}), removed, restored]).version).toBe(4);
  });
});
