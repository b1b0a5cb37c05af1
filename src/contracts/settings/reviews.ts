import { z } from 'zod';
import { IdPath, lineField, linesField, NEW_VERSION, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** A review that staff have entered. */
export const AdminReview = z.object({
  id: UuidField,
  name: z.string(),
  /** The client's place of residence; null if nobody has entered it. */
  location: z.string().nullable(),
  service: z.string().nullable(),
  /** Number of stars. */
  rating: z.int().min(1).max(5),
  text: z.string(),
  /** True once it was removed: it is shown nowhere, and its words are kept until it is erased. */
  removed: z.boolean(),
  /** Sent in quotation marks as the ETag and as the value for `If-Match`. */
  version: z.int(),
});
export type AdminReview = z.infer<typeof AdminReview>;

const NAME = 'Please enter the client’s name, at most 60 characters.';
const TEXT = 'Please enter what the client said, at most 500 characters.';
const RATING = 'Please choose 1 to 5 stars.';

/** A blank text means none. */
const optionalLine = () =>
  lineField(60, 'Must have at most 60 characters.')
    .transform((typed) => typed || null)
    .nullable();

const ReviewFields = z.object({
  name: lineField(60, NAME).min(1, NAME),
  location: optionalLine(),
  service: optionalLine(),
  rating: z.int(RATING).min(1, RATING).max(5, RATING),
  text: linesField(500, TEXT).min(1, TEXT),
});

export const AddReview = ReviewFields.extend({
  location: ReviewFields.shape.location.default(null),
  service: ReviewFields.shape.service.default(null),
});

const ONE = { caller: 'admin', roles: 'owners', area: 'settings', params: IdPath } as const;

/** Result of a command on a review. */
const ReviewAnswer = z.object({ id: UuidField, ...NEW_VERSION });

export const listReviews = defineOperation({
  method: 'get',
  path: '/api/admin/reviews',
  summary: 'The reviews that staff have entered, the last added first, also those that were removed',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  answer: { status: 200, body: z.array(AdminReview) },
  isProjected: true,
});

export const addReview = defineOperation({
  method: 'post',
  path: '/api/admin/reviews',
  summary: 'Add a review that a client has given; the front page shows it',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  body: AddReview,
  answer: { status: 201, body: ReviewAnswer },
  command: 'add-review',
  problems: ['reviews-full'],
});

export const changeReview = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/reviews/{id}',
  summary: 'Change a review; fields that are left out stay as they are',
  body: ReviewFields.partial(),
  answer: { status: 200, body: ReviewAnswer },
  command: 'change-review',
  problems: ['review-not-found'],
});

export const removeReview = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/reviews/{id}',
  summary: 'Show a review no more. This can be undone',
  answer: { status: 200, body: ReviewAnswer },
  command: 'remove-review',
  problems: ['review-not-found'],
});

export const eraseReview = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/reviews/{id}/erase',
  summary: 'Erase a review for good: within moments nobody can read it any more, in the history as well',
  area: null,
  answer: { status: 200, body: ReviewAnswer },
  command: 'erase-review',
  problems: ['review-not-found'],
});
