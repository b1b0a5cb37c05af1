import {
  cancelSameSource,
  listSameSource,
  type SameSource,
} from '../../../../src/contracts/bookings/same-source.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../server/command.ts';
import { defineQuery } from '../../server/query.ts';
import type { Topic } from '../../server/topics.ts';

export const SAME_SOURCE = defineQuery({
  name: 'same-source',
  about: (): Topic[] => ['booking'],
  load: ({ id, ...query }: SameSource, { after, ...asking }) =>
    call(listSameSource, { ...asking, params: { id }, query: { ...query, after } }),
});

export const CANCEL_SAME_SOURCE = defineCommand({
  name: 'cancel-same-source',
  thing: (_: SameSource): Topic => 'booking',
  send: async ({ id, ...body }, { token, idempotencyKey }) => {
    const answer = await call(cancelSameSource, { token, idempotencyKey, params: { id }, body });
    return { ...answer, position: answer.position ?? '' };
  },
});
