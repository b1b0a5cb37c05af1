import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { RecordedReview, ReviewEvent } from '../../../src/features/reviews/events.ts';
import type { Fields, Tell } from './fields.ts';

const fieldsOf = ({ rating, personal }: RecordedReview): Fields =>
  personal === ERASED
    ? { rating }
    : {
        name: personal.name,
        rating,
        location: personal.location,
        service: personal.service,
        text: personal.text,
      };

/** Names the review's author, where the name doesn't change. */
const named = ({ name }: Fields): { readonly named?: Fields } =>
  name === undefined ? {} : { named: { name } };

/** A review that staff have entered. */
export const tellReview: Tell<ReviewEvent> = (event, before) => {
  switch (event.type) {
    case 'ReviewAdded':
      return { fields: fieldsOf(event.data) };
    case 'ReviewChanged': {
      const { version: _, ...review } = event.data;
      const fields = fieldsOf(review);
      return { fields, ...(fields.name === before().name && named(fields)) };
    }
    case 'ReviewRemoved':
    case 'ReviewRestored':
    case 'ReviewErased':
      return named(before());
  }
};
