import { retrying } from '../async/retrying.ts';
import { type EventBatch, type EventStore, StoreUnavailable, type SubscribeOptions } from '../event-store.ts';

const RESUBSCRIBING = {
  firstMs: 200,
  longestMs: 2_000,
  retries: (error: unknown) => error instanceof StoreUnavailable,
};

/**
 * Calls `onBatch` with every batch of a subscription, one after the other, until the signal aborts. When the connection to the store is
 * lost, it subscribes again after the last batch that was handled.
 *
 * @throws the errors of `onBatch`, except `StoreUnavailable`: after that, `onBatch` is called with the same batch again
 */
export async function consume(
  store: Pick<EventStore, 'subscribe'>,
  options: SubscribeOptions,
  onBatch: (batch: EventBatch) => void | Promise<void>,
): Promise<void> {
  const { signal } = options;
  let position = options.from;
  await retrying(signal, RESUBSCRIBING, async (succeeded) => {
    for await (const batch of store.subscribe({ ...options, from: position })) {
      await onBatch(batch);
      position = batch.position;
      succeeded();
    }
    if (!signal.aborted) throw new StoreUnavailable('the subscription ended by itself');
  });
}
