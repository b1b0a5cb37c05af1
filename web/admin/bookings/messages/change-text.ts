import { getChangeText } from '../../../../src/contracts/messages/change-text.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';

/** A change that staff are about to make. */
export interface Proposed {
  readonly id: string;
  readonly kind: 'rescheduled' | 'cancelled';
  /** Where the appointment is moved to. */
  readonly date?: string;
  readonly time?: string;
}

/** The usual text to the customer about such a change. */
export const CHANGE_TEXT = defineQuery({
  name: 'change-text',
  about: ({ id }: Proposed) => [topicOf('booking', id)],
  load: ({ id, ...query }, { after: _, ...options }) =>
    call(getChangeText, { ...options, params: { id }, query }),
});
