import { describe, expect, test } from 'vitest';
import { LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventStoreContract } from './event-store.ts';
import { event, freshStream, ids } from './log-probe.ts';

eventStoreContract('memory', async () => memoryEventStore());

describe('the in-memory store as a test double', () => {
  test('an empty log has no head', async () => {
    expect(await memoryEventStore().head()).toBe(LOG_START);
  });

  test('loses a request before it is written', async () => {
    const store = memoryEventStore({
      beforeAppend: () => {
        throw new StoreUnavailable('request lost');
      },
    });
    const stream = freshStream();
    await expect(store.append(stream, 'no-stream', [event()])).rejects.toThrow('request lost');
    expect(await store.read(stream)).toEqual([]);
  });

  test('loses an answer after the events are written, and a re-send finds them', async () => {
    let losses = 1;
    const store = memoryEventStore({
      afterAppend: () => {
        losses -= 1;
        if (losses >= 0) throw new StoreUnavailable('answer lost');
      },
    });
    const stream = freshStream();
    const sent = event();
    await expect(store.append(stream, 'no-stream', [sent])).rejects.toThrow('answer lost');
    expect((await store.append(stream, 'no-stream', [sent])).revision).toBe(0n);
    expect(ids(await store.read(stream))).toEqual([sent.id]);
  });

  test('keeps what was appended, whatever the caller does to it afterwards', async () => {
    const store = memoryEventStore();
    const data = { list: [1] };
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event(data)]);
    data.list.push(2);
    const [stored] = await store.read(stream);
    expect(stored?.data).toEqual({ list: [1] });
    expect(Object.isFrozen(stored?.data)).toBe(true);
  });
});
