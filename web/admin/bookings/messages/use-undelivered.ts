import { useMemo } from 'react';
import { countMessages } from '../../../../src/contracts/messages/message-count.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';

/** Messages that staff should look at. Every screen loads this. */
export const ATTENTION = defineQuery({
  name: 'messages-attention',
  roles: countMessages.roles,
  about: (): Topic[] => ['message', 'mail'],
  load: (_input: 'now', { after, ...options }) => call(countMessages, { ...options, query: { after } }),
});

/** For each appointment whose last message did not reach the customer: the message's channel, by the appointment's id. */
export function useUndelivered(): ReadonlyMap<string, MessageChannel> {
  const { data } = useAdminQuery(ATTENTION, 'now');
  return useMemo(
    () => new Map(data?.undelivered.map(({ booking_id, channel }) => [booking_id, channel])),
    [data],
  );
}
