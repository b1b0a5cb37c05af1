import { describe, expect, test } from 'vitest';
import { type EventStoreDb, eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { type NewEvent, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { event, freshStream, ids, persistently } from '../log-probe.ts';
import { givenStore } from './given-store.ts';

const given = givenStore();

describe('a repetition that the server drops, because the first append is not replicated yet', () => {
  /** Sends the same append twice; the first is replicated well after the second has come. */
  const sendTwice = async (repetitions: EventStoreDb, expected: 'no-stream' | 'any') => {
    const replicated = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    given.double.faults.replication = () => {
      written.resolve();
      return replicated.promise;
    };
    const [stream, sent] = [freshStream(), event()];
    const first = given.store.append(stream, expected, [sent]);
    await written.promise;
    given.double.faults.beforeAppend = () => void setTimeout(replicated.resolve, 100);
    return Promise.all([first, repetitions.append(stream, expected, [sent])]);
  };

  test.each(['no-stream', 'any'] as const)(
    'is sent once more, and gets the result of the first (%s)',
    async (expected) => {
      const [first, repetition] = await sendTwice(given.store, expected);
      expect(repetition).toEqual(first);
      expect(given.double.log.events).toHaveLength(1);
      expect(given.double.calls.get('append')).toBe(3);
    },
  );

  test('is an unknown outcome where the deadline leaves no time for that', async () => {
    const hurried = eventStoreDb({ url: given.double.url, deadlineMs: 1_000 });
    await expect(sendTwice(hurried, 'no-stream')).rejects.toThrow(StoreUnavailable);
    await hurried.close();
  });
});

describe('a server that comes and goes', () => {
  test('is StoreUnavailable for the very first append, and found once it is up', async () => {
    given.double.stop();
    const late = eventStoreDb({ url: given.double.url });
    const stream = freshStream();
    const sent = event();
    await expect(late.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
    await given.double.start();
    await persistently(() => late.append(stream, 'no-stream', [sent]));
    expect(ids(await late.read(stream))).toEqual([sent.id]);
    await late.close();
  });

  test('leaves no append unsettled and loses none, however many are under way', async () => {
    const WRITERS = 32;
    const RESTARTS = 8;
    let over = false;
    const writer = async (): Promise<readonly NewEvent[]> => {
      const stream = freshStream();
      const sent: NewEvent[] = [];
      while (!over) {
        const own = event();
        const expected = sent.length === 0 ? 'no-stream' : BigInt(sent.length - 1);
        sent.push(own);
        await persistently(() => given.store.append(stream, expected, [own]));
      }
      expect(ids(await persistently(() => given.store.read(stream)))).toEqual(ids(sent));
      return sent;
    };
    const writing = Array.from({ length: WRITERS }, writer);
    for (let restart = 0; restart < RESTARTS; restart++) {
      const before = given.double.log.events.length;
      await expect
        .poll(() => given.double.log.events.length, { interval: 5 })
        .toBeGreaterThan(before + WRITERS);
      given.double.stop();
      await given.double.start();
    }
    over = true;
    const sent = (await Promise.all(writing)).flat();
    expect(given.double.log.events).toHaveLength(sent.length);
  });
});
