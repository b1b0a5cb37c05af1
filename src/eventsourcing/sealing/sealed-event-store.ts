import { checkPayload } from '../event-json.ts';
import { type EventBatch, type EventStore, InvalidEvent, type NewEvent } from '../event-store.ts';
import { bindingOf, DROPPED, openPersonal } from './open-personal.ts';
import { sealBox } from './sealed-box.ts';
import type { SealingKey, SealingKeys } from './sealing-keys.ts';

/** Checks what an adapter can't check any more once an event is sealed. The adapter checks the rest. */
const check = (events: readonly NewEvent[]) => {
  for (const { data } of events) {
    if (typeof data !== 'object' || data === null) throw new InvalidEvent('data is not an object');
    if ('sealed' in data) throw new InvalidEvent('data.sealed belongs to the sealing');
    if ('personal' in data) checkPayload(data.personal, 'data.personal');
  }
};

const sealed = (stream: string, key: SealingKey, event: NewEvent): NewEvent => {
  const { personal, ...rest } = event.data;
  if (personal === undefined) return event;
  if (key === 'shredded') return { ...event, data: { ...rest, sealed: DROPPED } };
  const box = sealBox(key, bindingOf(stream, event.id), Buffer.from(JSON.stringify(personal)));
  return { ...event, data: { ...rest, sealed: box.toString('base64') } };
};

/**
 * Seals the `personal` object of event data with the stream's own key, and opens it again for readers. An event without
 * `personal` isn't changed. A reader that needs no personal data uses the inner store.
 *
 * @returns a store whose events have `personal` as it was appended, or `ERASED`
 */
export const sealedEventStore = (store: EventStore, keys: SealingKeys): EventStore => {
  const open = openPersonal(keys);

  async function* subscribe(batches: AsyncIterable<EventBatch>): AsyncGenerator<EventBatch> {
    for await (const batch of batches) yield { ...batch, events: await open(batch.events) };
  }

  return {
    append: async (stream, expected, events) => {
      check(events);
      if (!events.some(({ data }) => 'personal' in data)) return store.append(stream, expected, events);
      const key = await keys.keyFor(stream);
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
  };
};
