import { LAST_EVENT_HEADER, listEvents } from '../../contracts/change-feed.ts';
import { createSeats } from '../../http/limits/seats.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { refuse } from '../../http/refusal.ts';
import type { FeedReader } from './read-feed.ts';

interface ChangeFeedRoutesDeps {
  readonly on: Mount;
  readonly read: FeedReader;
}

/** Each waiting request keeps a connection and a subscription to the log. */
const WAITING = { most: 50, mostForOne: 4 };
const RETRY_AFTER_SECONDS = 5;

export function changeFeedRoutes({ on, read }: ChangeFeedRoutesDeps): void {
  const takeSeat = createSeats(WAITING);

  on(listEvents, async ({ caller: { userId, apiKey }, query, signal }) => {
    const leave = query.wait === undefined ? () => {} : takeSeat(apiKey ?? userId);
    if (!leave) throw refuse('too-many-waiting', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const { events, last } = await read(query, signal).finally(leave);
    return { body: [...events], ...(last !== undefined && { headers: { [LAST_EVENT_HEADER]: last } }) };
  });
}
