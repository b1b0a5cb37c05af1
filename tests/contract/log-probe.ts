import { randomUUID } from 'node:crypto';
import {
  type EventBatch,
  type EventData,
  type EventMetadata,
  type EventStore,
  LOG_START,
  type NewEvent,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../../src/eventsourcing/event-store.ts';

/** Gives the store under test; the suite only ever asks for it once its tests run. */
export type StoreUnderTest = () => EventStore;

export const metadata: EventMetadata = {
  commandId: '6f1c1f0e-0b57-4d0e-8f6a-0d8b2f6f9a11',
  requestHash: 'hash',
  correlationId: 'correlation',
  causationId: 'causation',
  actor: { kind: 'system', process: 'contract suite' },
  at: '2026-11-20T09:00:00.000Z',
  schemaVersion: 1,
};

export const event = (data: EventData = { note: 'something happened' }, type = 'Happened'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata,
});

/** A stream that nothing else writes to. */
export const freshStream = (category = 'contract'): string => `${category}-${randomUUID()}`;

/** A stream prefix that nothing else writes to: the log is shared by all tests of a file, or of a server. */
export const freshPrefix = (): string => `c${randomUUID().slice(0, 8)}-`;

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** The events of a subscription, and its last position. */
export interface Delivery {
  readonly events: readonly RecordedEvent[];
  readonly position: Position;
  readonly batches: readonly EventBatch[];
}

/** Runs a subscription until enough was delivered; the test's time-out is its only other end. */
export const deliveryUntil = async (
  store: EventStore,
  options: Omit<SubscribeOptions, 'signal'>,
  enough: (delivery: Delivery) => boolean,
): Promise<Delivery> => {
  const abort = new AbortController();
  const batches: EventBatch[] = [];
  const events: RecordedEvent[] = [];
  let position = options.from;
  for await (const batch of store.subscribe({ ...options, signal: abort.signal })) {
    batches.push(batch);
    events.push(...batch.events);
    position = batch.position;
    if (enough({ events, position, batches })) abort.abort();
  }
  return { events, position, batches };
};

/** Everything the log holds after a position, by the feed. */
export const deliveredSince = async (
  store: EventStore,
  from: Position,
  options: Omit<SubscribeOptions, 'signal' | 'from'> = {},
): Promise<Delivery> => {
  const head = await store.head();
  return deliveryUntil(store, { ...options, from }, ({ position }) => position >= head);
};

/** The next batch; fails the test when the subscription has ended instead. */
export const nextBatch = async (batches: AsyncIterator<EventBatch>): Promise<EventBatch> => {
  const next = await batches.next();
  if (next.done) throw new Error('the subscription ended');
  return next.value;
};

/** Batches up to the first that says it has caught up, and that one. */
export const caughtUpBatch = async (batches: AsyncIterator<EventBatch>): Promise<EventBatch> => {
  for (;;) {
    const batch = await nextBatch(batches);
    if (batch.caughtUp) return batch;
  }
};

/** Does it again for as long as its outcome is unknown. */
export const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
};

const TICK_MS = 10;

/** Milliseconds until the work is done, as far as this process had the machine: while it hasn't, the timer that counts them stands still. */
export const msUntil = async (work: Promise<unknown>): Promise<number> => {
  let ms = 0;
  const timer = setInterval(() => {
    ms += TICK_MS;
  }, TICK_MS);
  await work.finally(() => clearInterval(timer));
  return ms;
};

/** Appends so many events to a stream; they are numbered from 0 in their data. */
export const writeMany = async (store: EventStore, stream: string, count: number): Promise<NewEvent[]> => {
  const sent = Array.from({ length: count }, (_, n) => event({ n }));
  for (let from = 0; from < count; from += 500) {
    const [first = event(), ...more] = sent.slice(from, from + 500);
    await store.append(stream, 'any', [first, ...more]);
  }
  return sent;
};

/** Everything that the log holds, until the subscription says that it has caught up. */
export const untilCaughtUp = (
  store: EventStore,
  options: Omit<SubscribeOptions, 'signal' | 'from'> = {},
): Promise<Delivery> =>
  deliveryUntil(store, { from: LOG_START, ...options }, ({ batches }) => batches.at(-1)?.caughtUp === true);
