import { LAST_EVENT_HEADER, listEvents } from '../../contracts/change-feed.ts';
import type { Guard } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { refuse } from '../../http/refusal.ts';
import type { FeedReader } from './read-feed.ts';

interface ChangeFeedRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly read: FeedReader;
}

/** Each waiting request keeps a connection and a subscription to the log. */
const MOST_WAITING = 50;
const MOST_WAITING_PER_USER = 4;
const RETRY_AFTER_SECONDS = 5;

/** What has happened, for programs of the salon's owner. */
export function changeFeedRoutes({ on, read }: ChangeFeedRoutesDeps): void {
  const waitingOf = new Map<string, number>();
  let waiting = 0;

  async function whileWaiting<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const own = waitingOf.get(userId) ?? 0;
    if (own >= MOST_WAITING_PER_USER || waiting >= MOST_WAITING)
      throw refuse('too-many-waiting', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    waitingOf.set(userId, own + 1);
    waiting += 1;
    try {
      return await work();
    } finally {
      const left = (waitingOf.get(userId) ?? 1) - 1;
      if (left > 0) waitingOf.set(userId, left);
      else waitingOf.delete(userId);
      waiting -= 1;
    }
  }

  on(listEvents, async ({ caller: { userId }, query, signal }) => {
    const page = () => read(query, signal);
    const { events, last } = await (query.wait === undefined ? page() : whileWaiting(userId, page));
    return { body: [...events], ...(last !== undefined && { headers: { [LAST_EVENT_HEADER]: last } }) };
  });
}
