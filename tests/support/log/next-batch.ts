import type { EventBatch, EventStore, Position } from '../../../src/eventsourcing/event-store.ts';

export async function nextBatch(store: EventStore, from: Position, maxBatch = 1_000): Promise<EventBatch> {
  for await (const batch of store.subscribe({ from, maxBatch, signal: AbortSignal.timeout(60_000) }))
    return batch;
  throw new Error('the subscription ended');
}
