import { useMemo } from 'react';
import type { MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { useAdminQuery } from '../server/use-admin-query.ts';
import { ATTENTION } from './attention.ts';

/** How the last message went that did not reach its customer, by the ids of appointments. */
export function useUndelivered(): ReadonlyMap<string, MessageChannel> {
  const { data } = useAdminQuery(ATTENTION, 'now');
  return useMemo(
    () => new Map(data?.undelivered.map(({ booking_id, channel }) => [booking_id, channel])),
    [data],
  );
}
