import {
  type AdminReview,
  addReview,
  changeReview,
  eraseReview,
  listReviews,
  removeReview,
} from '../../../../src/contracts/settings/reviews.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import { type Topic, topicOf } from '../../data/topics.ts';

/** Each review has versions of its own, so it is a thing of its own here. The history has all of them under `settings/reviews`. */
const thing = <Input extends { readonly id: string }>({ id }: Input): Topic =>
  topicOf('settings', `reviews/${id}`);

/** The reviews that staff have entered, also those that were removed. */
export const REVIEWS = defineQuery({
  name: 'reviews',
  about: (): Topic[] => ['settings'],
  load: (_input: 'all', { after, ...options }) => call(listReviews, { ...options, query: { after } }),
});

/** The fields that the form sends. */
export type ReviewFields = Pick<AdminReview, 'name' | 'location' | 'service' | 'rating' | 'text'>;

export const ADD_REVIEW = defineCommand({
  name: 'add-review',
  thing: () => topicOf('settings', 'reviews'),
  send: (body: ReviewFields, options) => call(addReview, { ...options, body }),
});

export const CHANGE_REVIEW = defineCommand({
  name: 'change-review',
  thing: thing<{ readonly id: string; readonly changes: Partial<ReviewFields> }>,
  send: ({ id, changes }, options) => call(changeReview, { ...options, params: { id }, body: changes }),
});

export const REMOVE_REVIEW = defineCommand({
  name: 'remove-review',
  thing,
  send: ({ id }, options) => call(removeReview, { ...options, params: { id } }),
});

export const ERASE_REVIEW = defineCommand({
  name: 'erase-review',
  thing,
  send: ({ id }, options) => call(eraseReview, { ...options, params: { id } }),
});
