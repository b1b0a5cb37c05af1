import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStore, type FeedBatch, type Position, StoreUnavailable } from './event-store.ts';

const RETRY_MS = 200;

/**
 * Hands every batch of the feed to `onBatch`, one after the other, until the signal aborts. When the store is lost,
 * following goes on behind the last batch once it is back.
 */
export async function keepFollowing(
  store: Pick<EventStore, 'subscribe'>,
  {
    from,
    streamPrefixes,
    signal,
  }: { from: Position; streamPrefixes: readonly string[]; signal: AbortSignal },
  onBatch: (batch: FeedBatch) => void | Promise<void>,
): Promise<void> {
  let position = from;
  while (!signal.aborted) {
    try {
      for await (const batch of store.subscribe({ from: position, streamPrefixes, signal })) {
        await onBatch(batch);
        position = batch.position;
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await sleep(RETRY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  }
}
