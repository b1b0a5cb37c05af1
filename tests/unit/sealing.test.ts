import { createSecretKey, KeyObject, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EventData, InvalidEvent, LOG_START } from '../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { openBox, SealBroken, sealBox } from '../../src/eventsourcing/sealing/sealed-box.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../src/eventsourcing/sealing/sealing-keys.ts';
import { eventStoreContract } from '../contract/event-store.ts';
import { deliveredSince, event, freshStream } from '../contract/log-probe.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';

const personal = { name: 'Ada Lovelace', phone: '+1 555 0100', notes: { allergies: ['ammonia'] } };

const newKey = () => createSecretKey(randomBytes(32));

const makeStore = () => {
  const keys = memorySealingKeys();
  const log = memoryEventStore();
  return { keys, log, store: sealedEventStore(log, keys) };
};

/** A log that holds one event's stored data under another stream, event or shape. */
const forgedStore = async (keys: SealingKeys, stream: string, forged: ReturnType<typeof event>) => {
  const log = memoryEventStore();
  await log.append(stream, 'no-stream', [forged]);
  return sealedEventStore(log, keys);
};

const untouchable: SealingKeys = {
  keyFor: () => Promise.reject(new Error('asked for a key')),
  keysOf: () => Promise.reject(new Error('asked for keys')),
  shred: () => Promise.reject(new Error('asked to shred')),
};

eventStoreContract('memory, sealed', async () => sealedEventStore(memoryEventStore(), memorySealingKeys()));

describe('sealing', () => {
  test('keeps the rest readable and the personal part out of the log', async () => {
    const { store, log } = makeStore();
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event({ total: 6500, personal })]);
    const [stored] = await log.read(stream);
    expect(stored?.data).toEqual({ total: 6500, sealed: expect.any(String) });
    expect(Buffer.from(String(stored?.data.sealed), 'base64').includes(personal.name)).toBe(false);
  });

  test('opens on read and on subscription whatever was sealed', async () => {
    const { store } = makeStore();
    const json = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { noNullPrototype: true });
    const plain = json
      .map((value) => JSON.parse(JSON.stringify(value)) as EventData)
      .filter((value) => !/\\u0000|\\ud[89a-f]/.test(JSON.stringify(value)));
    await fc.assert(
      fc.asyncProperty(fc.array(plain, { minLength: 1, maxLength: 4 }), async (parts) => {
        const stream = freshStream();
        const from = await store.head();
        const [first = event(), ...more] = parts.map((part, fact) => event({ fact, personal: part }));
        await store.append(stream, 'no-stream', [first, ...more]);
        const expected = [first, ...more].map(({ data }) => data);
        expect((await store.read(stream)).map(({ data }) => data)).toEqual(expected);
        const { events } = await deliveredSince(store, from);
        expect(events.map(({ data }) => data)).toEqual(expected);
      }),
    );
  });

  test('gives each stream its own key and each event its own box', async () => {
    const { store, log, keys } = makeStore();
    const [one, two] = [freshStream(), freshStream()];
    await store.append(one, 'no-stream', [event({ personal }), event({ personal })]);
    await store.append(two, 'no-stream', [event({ personal })]);
    const boxes = [...(await log.read(one)), ...(await log.read(two))].map(({ data }) => data.sealed);
    expect(new Set(boxes).size).toBe(3);
    const known = await keys.keysOf([one, two]);
    const [ofOne, ofTwo] = [known.get(one), known.get(two)];
    expect(ofOne instanceof KeyObject && ofTwo instanceof KeyObject && ofOne.equals(ofTwo)).toBe(false);
  });

  test('leaves the keys alone where nothing is personal', async () => {
    const store = sealedEventStore(memoryEventStore(), untouchable);
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event(), event()]);
    expect(await store.read(stream)).toHaveLength(2);
    expect((await deliveredSince(store, LOG_START)).events).toHaveLength(2);
  });

  test('asks for the keys of a batch once', async () => {
    const { log, keys, store } = makeStore();
    const streams = Array.from({ length: 20 }, () => freshStream());
    for (const stream of streams) await store.append(stream, 'no-stream', [event({ personal }), event()]);
    const asked: (readonly string[])[] = [];
    const counting: SealingKeys = {
      ...keys,
      keysOf: (wanted) => {
        asked.push(wanted);
        return keys.keysOf(wanted);
      },
    };
    await deliveredSince(sealedEventStore(log, counting), LOG_START);
    expect(asked).toEqual([streams]);
  });

  test('takes a re-send for what it is, though it is sealed anew', async () => {
    const { store } = makeStore();
    const stream = freshStream();
    const sent = event({ personal });
    const original = await store.append(stream, 'no-stream', [sent]);
    expect(await store.append(stream, 'no-stream', [sent])).toEqual(original);
    expect(await store.read(stream)).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['text', 'Ada'],
    ['a list', [personal]],
    ['null', null],
    ['a NUL character inside', { name: 'a\0b' }],
    ['a Date inside', { born: new Date(0) }],
    ['nothing', undefined],
  ])('refuses a personal part that is or has %s', async (_, bad) => {
    const store = sealedEventStore(memoryEventStore(), untouchable);
    await expect(store.append(freshStream(), 'any', [event({ personal: bad })])).rejects.toThrow(
      InvalidEvent,
    );
  });

  test('refuses data that brings a seal of its own', async () => {
    const { store } = makeStore();
    await expect(store.append(freshStream(), 'any', [event({ sealed: 'x' })])).rejects.toThrow(InvalidEvent);
  });
});

describe('shredding', () => {
  test("erases a stream's personal parts for read and subscription, and nobody else's", async () => {
    const { store, keys } = makeStore();
    const [gone, kept] = [freshStream(), freshStream()];
    await store.append(gone, 'no-stream', [event({ total: 1, personal }), event({ total: 2 })]);
    await store.append(kept, 'no-stream', [event({ personal })]);
    await keys.shred(gone);
    const data = (await store.read(gone)).map((read) => read.data);
    expect(data).toEqual([{ total: 1, personal: ERASED }, { total: 2 }]);
    const { events } = await deliveredSince(store, LOG_START);
    expect(events.map((delivered) => delivered.data.personal)).toEqual([ERASED, undefined, personal]);
  });

  test('counts at once for a subscription that was open before', async () => {
    const { store, keys } = makeStore();
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event({ personal }), event({ personal })]);
    const seen: unknown[] = [];
    const abort = new AbortController();
    for await (const batch of store.subscribe({ from: LOG_START, maxBatch: 1, signal: abort.signal })) {
      seen.push(...batch.events.map(({ data }) => data.personal));
      await keys.shred(stream);
      if (seen.length === 2) abort.abort();
    }
    expect(seen).toEqual([personal, ERASED]);
  });

  test.each([
    ['after', 1],
    ['before', 0],
  ])('drops the personal part of what is appended later, shredded %s the first event', async (_, earlier) => {
    const { store, log, keys } = makeStore();
    const stream = freshStream();
    if (earlier === 1) await store.append(stream, 'no-stream', [event({ personal })]);
    await keys.shred(stream);
    await store.append(stream, 'any', [event({ total: 2, personal })]);
    expect((await log.read(stream)).at(-1)?.data).toEqual({ total: 2, sealed: null });
    expect((await store.read(stream)).at(-1)?.data).toEqual({ total: 2, personal: ERASED });
  });
});

describe('a seal that does not open', () => {
  const sealedOnce = async () => {
    const { store, log, keys } = makeStore();
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event({ personal })]);
    const [stored] = await log.read(stream);
    if (stored === undefined) throw new Error('nothing was stored');
    return { keys, stream, stored };
  };

  test('is an error when the key is missing, never "erased"', async () => {
    const { stream, stored } = await sealedOnce();
    const store = await forgedStore(memorySealingKeys(), stream, stored);
    await expect(store.read(stream)).rejects.toThrow(SealBroken);
    await expect(deliveredSince(store, LOG_START)).rejects.toThrow(SealBroken);
  });

  test('is an error when the box was moved to another event of the stream', async () => {
    const { keys, stream, stored } = await sealedOnce();
    const store = await forgedStore(keys, stream, { ...stored, id: event().id });
    await expect(store.read(stream)).rejects.toThrow(SealBroken);
  });

  test('is an error when the box was moved to another stream, even one with the same key', async () => {
    const { keys, stream, stored } = await sealedOnce();
    const key = await keys.keyFor(stream);
    const sameKey: SealingKeys = {
      ...keys,
      keysOf: async (streams) => new Map(streams.map((name) => [name, key])),
    };
    const elsewhere = freshStream();
    const store = await forgedStore(sameKey, elsewhere, stored);
    await expect(store.read(elsewhere)).rejects.toThrow(SealBroken);
  });

  test.each([42, '', 'AQ==', {}])('is an error when the box is %j', async (box) => {
    const { keys, stream, stored } = await sealedOnce();
    const store = await forgedStore(keys, stream, { ...stored, data: { sealed: box } });
    await expect(store.read(stream)).rejects.toThrow(SealBroken);
  });
});

describe('a sealed box', () => {
  test('opens with its key at its place, and breaks with any bit changed', () => {
    const key = newKey();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), fc.nat(), (content, place, bit) => {
        const box = sealBox(key, place, Buffer.from(content));
        expect(openBox(key, place, box)).toEqual(Buffer.from(content));
        const index = bit % (box.length * 8);
        box[index >> 3] = (box[index >> 3] ?? 0) ^ (1 << (index & 7));
        expect(() => openBox(key, place, box)).toThrow(SealBroken);
      }),
    );
  });

  test('breaks with another key or at another place', () => {
    const key = newKey();
    const box = sealBox(key, 'here', Buffer.from('content'));
    expect(() => openBox(newKey(), 'here', box)).toThrow(SealBroken);
    expect(() => openBox(key, 'there', box)).toThrow(SealBroken);
  });
});
