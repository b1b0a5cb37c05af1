import { describe, expect, test } from 'vitest';
import {
  type EventBatch,
  LOG_START,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../../../src/eventsourcing/event-store.ts';
import {
  caughtUpBatch,
  deliveredSince,
  deliveryUntil,
  freshStream,
  ids,
  nextBatch,
  untilCaughtUp,
  writeMany,
} from '../log-probe.ts';
import { givenStore } from './given-store.ts';

/** Long enough for a busy machine, short enough to see a subscription die. */
const WATCH_MS = 400;

const given = givenStore({ watchMs: WATCH_MS });

const subscribe = (options: Partial<SubscribeOptions> = {}): AsyncIterator<EventBatch> =>
  given.store.subscribe({ from: LOG_START, signal: given.abort.signal, ...options })[Symbol.asyncIterator]();

const write = (stream: string, count: number) => writeMany(given.store, stream, count);

describe('a checkpoint', () => {
  const beyond = { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n };

  test.each([
    ['beyond the log', beyond],
    ['before the position reached', { commit: 1n, prepare: 1n }],
  ])('is never believed %s', async (_, wrong) => {
    await write(freshStream(), 50);
    const head = await given.store.head();
    given.double.faults.checkpoint = () => wrong;
    const delivery = await untilCaughtUp(given.store);
    expect(delivery.position).toBe(head);
    expect(given.store.refusedCheckpoints()).toBeGreaterThan(0);
  });

  test('never moves the position back: an event sent twice ends the subscription, and the next one has it once', async () => {
    const sent = await write(freshStream(), 3);
    given.double.faults.echoes = true;
    await expect(subscribe().next()).rejects.toThrow(StoreUnavailable);
    given.double.faults.echoes = false;
    expect(ids((await untilCaughtUp(given.store)).events)).toEqual(ids(sent));
  });

  test('is compared by both its numbers: one between two events skips neither', async () => {
    const stream = freshStream();
    await write('other-1', 40);
    const history = subscribe({ streamPrefixes: ['contract-'] });
    const { position } = await caughtUpBatch(history);
    const [last] = given.double.log.events.slice(-1);
    const between = (last?.end.commit ?? 0n).toString(16).padStart(16, '0').padEnd(32, '0');
    expect(position <= between).toBe(true);
    const sent = await write(stream, 2);
    const { events } = await deliveredSince(given.store, between);
    expect(ids(events)).toEqual(ids(sent));
    expect((events[0]?.position ?? '').slice(0, 16)).toBe(between.slice(0, 16));
  });

  test('comes after the events before it', async () => {
    const stream = freshStream();
    const sent = await write(stream, 30);
    const delivered: RecordedEvent[] = [];
    const byPosition = new Map<Position, number>();
    await deliveryUntil(
      given.store,
      { from: LOG_START, maxBatch: 1, streamPrefixes: [stream] },
      ({ events, position, batches }) => {
        delivered.splice(0, delivered.length, ...events);
        byPosition.set(position, events.length);
        return batches.at(-1)?.caughtUp === true;
      },
    );
    expect(ids(delivered)).toEqual(ids(sent));
    for (const [reached, count] of byPosition) {
      expect(count).toBe(delivered.filter(({ position }) => position <= reached).length);
    }
  });

  test('moves the position through a long history that does not match and is not sent', async () => {
    await write(freshStream(), 5_000);
    const batches: EventBatch[] = [];
    const sentBefore = given.double.gauge.sent;
    const history = subscribe({ streamPrefixes: ['nobody-'], maxBatch: 1 });
    do batches.push(await nextBatch(history));
    while (!batches.at(-1)?.caughtUp);
    expect(batches.flatMap(({ events }) => events)).toEqual([]);
    expect(batches.length).toBeGreaterThan(3);
    expect(given.double.gauge.sent - sentBefore).toBeLessThanOrEqual(1_000);
    expect((batches.at(-1)?.position ?? LOG_START) >= (await given.store.head())).toBe(true);
  });
});
