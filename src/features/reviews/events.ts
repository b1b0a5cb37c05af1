import { z } from 'zod';
import { type EventOf, personal } from '../../eventsourcing/event-types.ts';

/** Streams `review-<uuid>`, one for each review that staff have entered. */
export const REVIEW = 'review';
export const reviewStream = (reviewId: string): string => `${REVIEW}-${reviewId}`;
export const idOfReview = (stream: string): string => stream.slice(REVIEW.length + 1);

const review = {
  /** Number of stars. */
  rating: z.int().min(1).max(5),
  personal: personal({
    name: z.string(),
    location: z.string().nullable(),
    service: z.string().nullable(),
    text: z.string(),
  }),
};
const recordedReview = z.strictObject(review);
/** A review. Its personal part is `ERASED` once the stream's key is shredded. */
export type RecordedReview = Readonly<z.infer<typeof recordedReview>>;

export const reviewEventTypes = {
  ReviewAdded: { schemaVersion: 1, data: recordedReview },
  ReviewChanged: {
    schemaVersion: 1,
    data: z.strictObject({
      /** Number of decisions in the stream, including this one. So the same change decided on another version is another event. */
      version: z.int().positive(),
      /** The whole review from now on. */
      ...review,
    }),
  },
  /** It isn't shown any more. Staff may undo that, so its words stay, sealed. */
  ReviewRemoved: { schemaVersion: 1, data: z.strictObject({}) },
  /** Staff have undone the removal. */
  ReviewRestored: { schemaVersion: 1, data: z.strictObject({}) },
  /** The shredder shreds the stream's key after this event. No event follows it. */
  ReviewErased: { schemaVersion: 1, data: z.strictObject({}) },
};

export type ReviewEvent = EventOf<typeof reviewEventTypes>;
