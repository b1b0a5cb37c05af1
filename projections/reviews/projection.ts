import { ERASED } from '../../src/eventsourcing/event-types.ts';
import {
  idOfReview,
  REVIEW,
  type RecordedReview,
  reviewEventTypes,
} from '../../src/features/reviews/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

/** One review; an erased one has no row. */
type ReviewRow = {
  readonly id: string;
  /** Position of the event that added it, by which reviews are sorted. */
  readonly added: string;
  readonly rating: number;
  /** Null, like the text, once the key was shredded. */
  readonly name: string | null;
  readonly location: string | null;
  readonly service: string | null;
  readonly text: string | null;
  readonly removed: boolean;
  readonly version: number;
};

const NO_WORDS = { name: null, location: null, service: null, text: null };

const columnsOf = ({ rating, personal }: RecordedReview) => ({
  rating,
  ...(personal === ERASED ? NO_WORDS : personal),
});

const table = defineTable({
  name: 'reviews',
  streams: `${REVIEW}-`,
  eventTypes: reviewEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: {
    id: 'uuid',
    added: 'text',
    rating: 'smallint',
    name: 'text',
    location: 'text',
    service: 'text',
    text: 'text',
    removed: 'boolean',
    version: 'integer',
  },
  keyOf: ({ stream }) => idOfReview(stream),
  evolve(row: ReviewRow | undefined, event): ReviewRow | null {
    const version = Number(event.revision) + 1;
    if (event.type === 'ReviewAdded')
      return {
        id: idOfReview(event.stream),
        added: event.position,
        ...columnsOf(event.data),
        removed: false,
        version,
      };
    if (!row || event.type === 'ReviewErased') return null;
    if (event.type === 'ReviewChanged') {
      const { version: _, ...review } = event.data;
      return { ...row, ...columnsOf(review), version };
    }
    return { ...row, removed: event.type === 'ReviewRemoved', version };
  },
});

/** The reviews that staff have entered. */
export const reviews: Projection = { name: 'reviews', version: 1, readsPersonal: true, tables: [table] };

/** Name of the live table. */
export const REVIEWS_TABLE = sqlName(reviews, table);
