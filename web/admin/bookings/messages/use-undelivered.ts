import { useMemo } from 'react';
import { countMessages } from '../../../../src/contracts/messages/message-count.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';

/** What of messages staff should look at. Every screen asks for it. */
export const ATTENTION = defineQuery({
  name: 'messages-attention',
  about: (): Topic[] => ['message', 'mail'],
  load: (_input: 'now', { after, ...asking }) => call(countMessages, { ...asking, query: { after } }),
});

/** How the last message went that did not reach its customer, by the ids of appointments. */
export function useUndelivered(): ReadonlyMap<string, MessageChannel> {
  const { data } = useAdminQuery(ATTENTION, 'now');
  return useMemo(
    () => new Map(data?.undelivered.map(({ booking_id, channel }) => [booking_id, channel])),
    [data],
  );
}
