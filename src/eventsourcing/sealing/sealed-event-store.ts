import { LRUCache } from 'lru-cache';
import { eventJson } from '../event-json.ts';
import {
  type EventData,
  type EventStore,
  type FeedBatch,
  InvalidEvent,
  type NewEvent,
} from '../event-store.ts';
import { DROPPED, openPersonal, placeOf } from './open-personal.ts';
import { sealBox } from './sealed-box.ts';
import type { SealingKey, SealingKeys } from './sealing-keys.ts';

const isObject = (value: unknown): value is EventData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refused before sealing: no adapter can check what is inside a box. */
const check = (stream: string, events: readonly NewEvent[]) => {
  eventJson(stream, events);
  for (const { data } of events) {
    if ('sealed' in data) throw new InvalidEvent('data.sealed belongs to the sealing');
    if ('personal' in data && !isObject(data.personal))
      throw new InvalidEvent('data.personal is not an object');
  }
};

const sealed = (stream: string, key: SealingKey, event: NewEvent): NewEvent => {
  const { personal, ...facts } = event.data;
  if (personal === undefined) return event;
  if (key === 'shredded') return { ...event, data: { ...facts, sealed: DROPPED } };
  const box = sealBox(key, placeOf(stream, event.id), Buffer.from(JSON.stringify(personal)));
  return { ...event, data: { ...facts, sealed: box.toString('base64') } };
};

export interface SealedEventStore extends EventStore {
  /**
   * Fetches the stream's key, or makes it, for an append that follows within seconds and then needn't wait for it. A
   * failure is left to that append.
   */
  prepare(stream: string): void;
}

/** Keys fetched ahead of appends that may never come: so many, for so long. */
const PREPARED_KEYS = { max: 1_000, ttl: 10_000 };

/**
 * Seals the `personal` object of event data under the stream's own key, and opens it again for the reader. An
 * event without one passes through as it is. A reader that needs no personal data takes the inner store.
 *
 * @returns a store whose events have `personal` as it was appended, or `ERASED`
 */
export const sealedEventStore = (store: EventStore, keys: SealingKeys): SealedEventStore => {
  const open = openPersonal(keys);
  const prepared = new LRUCache<string, Promise<SealingKey>>(PREPARED_KEYS);

  /** Used once: after a later shred nothing may be sealed under it. */
  const keyFor = (stream: string) => {
    const key = prepared.get(stream);
    prepared.delete(stream);
    return key ?? keys.keyFor(stream);
  };

  async function* subscribe(batches: AsyncIterable<FeedBatch>): AsyncGenerator<FeedBatch> {
    for await (const batch of batches) yield { ...batch, events: await open(batch.events) };
  }

  return {
    append: async (stream, expected, events) => {
      check(stream, events);
      if (!events.some(({ data }) => 'personal' in data)) return store.append(stream, expected, events);
      const key = await keyFor(stream);
      const [first, ...more] = events;
      return store.append(stream, expected, [
        sealed(stream, key, first),
        ...more.map((event) => sealed(stream, key, event)),
      ]);
    },
    read: async (stream, from) => open(await store.read(stream, from)),
    head: () => store.head(),
    subscribe: (options) => subscribe(store.subscribe(options)),
    close: () => store.close(),
    prepare: (stream) => {
      const key = keys.keyFor(stream);
      key.catch(() => prepared.delete(stream));
      prepared.set(stream, key);
    },
  };
};
