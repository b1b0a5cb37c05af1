import { once } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { positionOf } from '../../src/adapters/eventstoredb/events.ts';
import { type EventStoreDb, eventStoreDb } from '../../src/adapters/eventstoredb/log.ts';
import { LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../support/eventstoredb-double.ts';
import { event, freshStream, ids, untilCaughtUp } from './log-probe.ts';

let double: EventStoreDbDouble;
let store: EventStoreDb;
beforeEach(async () => {
  double = await eventStoreDbDouble();
  store = eventStoreDb({ url: double.url });
});
afterEach(async () => {
  await store.close();
  double.stop();
});

describe('reading', () => {
  test('has a deadline, which the client does not give it', async () => {
    const hurried = eventStoreDb({ url: double.url, deadlineMs: 500 });
    await vi.waitFor(() => hurried.head(), { timeout: 20_000 });
    const cancelled: Promise<unknown>[] = [];
    double.faults.beforeRead = (_, call) => {
      cancelled.push(once(call, 'cancelled'));
      return new Promise(() => {});
    };
    const given = [hurried.read(freshStream()), hurried.head()];
    for (const outcome of await Promise.allSettled(given)) {
      expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) });
    }
    expect(await Promise.all(cancelled)).toHaveLength(2);
    await hurried.close();
  });

  test('of many streams that are not there yet costs no connection', async () => {
    await store.head();
    const readers = Array.from({ length: 8 }, async () => {
      for (let read = 0; read < 300; read += 1) expect(await store.read(freshStream())).toEqual([]);
    });
    await Promise.all(readers);
  });

  test('gives nothing for a stream deleted softly; a subscription still has its events, and so do backups', async () => {
    const raw = EventStoreDBClient.connectionString(double.url);
    const [soft, ended] = [freshStream(), freshStream()];
    const [one, two, three] = [event(), event(), event()];
    await store.append(soft, 'no-stream', [one, two]);
    await store.append(ended, 'no-stream', [three]);
    await raw.deleteStream(soft);
    await raw.tombstoneStream(ended);
    expect(await store.read(soft)).toEqual([]);
    await expect(store.read(ended)).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(ids((await untilCaughtUp(store)).events)).toEqual(ids([one, two, three]));
    await raw.dispose();
  });

  test('refuses to guess where an event is when the server does not say it', async () => {
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event()]);
    const [stored] = double.log.events;
    Object.assign(stored ?? {}, { at: { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n } });
    await expect(store.read(stream)).rejects.toThrow('without its position');
  });
});

describe('the head of the log', () => {
  const writeSystemEvents = (count: number) => {
    for (let n = 0; n < count; n++) double.writeSystemEvent();
  };

  test('is the last event that is not the server’s own', async () => {
    expect(await store.head()).toBe(LOG_START);
    writeSystemEvents(3);
    expect(await store.head()).toBe(LOG_START);
    const { position } = await store.append(freshStream(), 'any', [event()]);
    for (const count of [0, 1, 700, 1_200]) {
      writeSystemEvents(count);
      expect(await store.head()).toBe(position);
    }
    const all = await untilCaughtUp(store);
    expect(all.events.map((delivered) => delivered.position)).toEqual([position]);
    expect(all.position >= position).toBe(true);
  });

  test('costs one event while the log is at rest, however many of the server’s come last', async () => {
    await store.append(freshStream(), 'any', [event()]);
    writeSystemEvents(1_200);
    await store.head();
    const before = double.calls.get('all') ?? 0;
    await store.head();
    expect(double.calls.get('all')).toBe(before + 1);
  });
});

describe('the lag of a reader', () => {
  test('finds the next event of ours behind any number of the server’s', async () => {
    const { position } = await store.append(freshStream(), 'any', [event()]);
    for (let n = 0; n < 2_500; n++) double.writeSystemEvent();
    expect(await store.lagAfter(position)).toEqual({ events: 0, seconds: 0 });
    await store.append(freshStream(), 'any', [event(), event()]);
    const { events, seconds } = await store.lagAfter(position);
    expect(events).toBe(2);
    expect(seconds).toBeLessThan(60);
  });

  test('is nothing at a checkpoint behind the last event', async () => {
    await store.append(freshStream(), 'any', [event()]);
    const checkpoint = double.log.events.at(-1)?.end;
    const position = positionOf(checkpoint ?? { commit: 0n, prepare: 0n });
    expect(position > (await store.head())).toBe(true);
    expect(await store.lagAfter(position)).toEqual({ events: 0, seconds: 0 });
    await store.append(freshStream(), 'any', [event()]);
    expect((await store.lagAfter(position)).events).toBe(1);
  });

  test('costs one event where nobody is behind', async () => {
    const { position } = await store.append(freshStream(), 'any', [event()]);
    await store.head();
    const before = double.calls.get('all') ?? 0;
    await store.lagAfter(position);
    expect(double.calls.get('all')).toBe(before + 1);
  });
});

test('closing twice disposes of the client once', async () => {
  await store.head();
  const closed = store.close();
  expect(store.close()).toBe(closed);
  await closed;
});
