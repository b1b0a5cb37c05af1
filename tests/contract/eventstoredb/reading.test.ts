import { once } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { describe, expect, test, vi } from 'vitest';
import { positionOf } from '../../../src/adapters/eventstoredb/events.ts';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { LOG_START, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { event, freshStream, ids, untilCaughtUp } from '../log-probe.ts';
import { givenStore } from './given-store.ts';

const given = givenStore();

describe('reading', () => {
  test('has a deadline, which the client does not give it', async () => {
    // Long enough for a busy machine to bring the calls to the server.
    const hurried = eventStoreDb({ url: given.double.url, deadlineMs: 3_000 });
    await vi.waitFor(() => hurried.head(), { timeout: 60_000 });
    const cancelled: Promise<unknown>[] = [];
    given.double.faults.beforeRead = (_, call) => {
      cancelled.push(once(call, 'cancelled'));
      return new Promise(() => {});
    };
    const calls = [hurried.read(freshStream()), hurried.head()];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) });
    }
    expect(await Promise.all(cancelled)).toHaveLength(2);
    await hurried.close();
  });

  test('many streams that do not exist yet costs no connection', async () => {
    await given.store.head();
    const readers = Array.from({ length: 8 }, async () => {
      for (let read = 0; read < 300; read += 1) expect(await given.store.read(freshStream())).toEqual([]);
    });
    await Promise.all(readers);
  });

  test('gives nothing for a stream deleted softly; a subscription still has its events, and so do backups', async () => {
    const raw = EventStoreDBClient.connectionString(given.double.url);
    const [soft, ended] = [freshStream(), freshStream()];
    const [one, two, three] = [event(), event(), event()];
    await given.store.append(soft, 'no-stream', [one, two]);
    await given.store.append(ended, 'no-stream', [three]);
    await raw.deleteStream(soft);
    await raw.tombstoneStream(ended);
    expect(await given.store.read(soft)).toEqual([]);
    await expect(given.store.read(ended)).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(ids((await untilCaughtUp(given.store)).events)).toEqual(ids([one, two, three]));
    await raw.dispose();
  });

  test('refuses to guess where an event is when the server does not say it', async () => {
    const stream = freshStream();
    await given.store.append(stream, 'no-stream', [event()]);
    const [stored] = given.double.log.events;
    Object.assign(stored ?? {}, { at: { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n } });
    await expect(given.store.read(stream)).rejects.toThrow('without its position');
  });
});

describe('the head of the log', () => {
  const writeSystemEvents = (count: number) => {
    for (let n = 0; n < count; n++) given.double.writeSystemEvent();
  };

  test('is the last event that is not the server’s own', async () => {
    expect(await given.store.head()).toBe(LOG_START);
    writeSystemEvents(3);
    expect(await given.store.head()).toBe(LOG_START);
    const { position } = await given.store.append(freshStream(), 'any', [event()]);
    for (const count of [0, 1, 700, 1_200]) {
      writeSystemEvents(count);
      expect(await given.store.head()).toBe(position);
    }
    const all = await untilCaughtUp(given.store);
    expect(all.events.map((delivered) => delivered.position)).toEqual([position]);
    expect(all.position >= position).toBe(true);
  });

  test('costs one event while the log is at rest, however many of the server’s come last', async () => {
    await given.store.append(freshStream(), 'any', [event()]);
    writeSystemEvents(1_200);
    await given.store.head();
    const before = given.double.calls.get('all') ?? 0;
    await given.store.head();
    expect(given.double.calls.get('all')).toBe(before + 1);
  });
});

describe('the lag of a reader', () => {
  test('finds the next event of ours behind any number of the server’s', async () => {
    const { position } = await given.store.append(freshStream(), 'any', [event()]);
    for (let n = 0; n < 2_500; n++) given.double.writeSystemEvent();
    expect(await given.store.lagAfter(position)).toEqual({ events: 0, seconds: 0 });
    await given.store.append(freshStream(), 'any', [event(), event()]);
    const { events, seconds } = await given.store.lagAfter(position);
    expect(events).toBe(2);
    expect(seconds).toBeLessThan(60);
  });

  test('is nothing at a checkpoint behind the last event', async () => {
    await given.store.append(freshStream(), 'any', [event()]);
    const checkpoint = given.double.log.events.at(-1)?.end;
    const position = positionOf(checkpoint ?? { commit: 0n, prepare: 0n });
    expect(position > (await given.store.head())).toBe(true);
    expect(await given.store.lagAfter(position)).toEqual({ events: 0, seconds: 0 });
    await given.store.append(freshStream(), 'any', [event()]);
    expect((await given.store.lagAfter(position)).events).toBe(1);
  });

  test('costs one event where nobody is behind', async () => {
    const { position } = await given.store.append(freshStream(), 'any', [event()]);
    await given.store.head();
    const before = given.double.calls.get('all') ?? 0;
    await given.store.lagAfter(position);
    expect(given.double.calls.get('all')).toBe(before + 1);
  });
});

test('closing twice disposes of the client once', async () => {
  await given.store.head();
  const closed = given.store.close();
  expect(given.store.close()).toBe(closed);
  await closed;
});
