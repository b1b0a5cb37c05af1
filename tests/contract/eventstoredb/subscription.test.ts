import * as grpc from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import {
  type EventBatch,
  LOG_START,
  type NewEvent,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../../../src/eventsourcing/event-store.ts';
import { eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { status } from '../../support/eventstoredb-double/faults.ts';
import {
  caughtUpBatch,
  deliveredSince,
  freshStream,
  ids,
  nextBatch,
  untilCaughtUp,
  writeMany,
} from '../log-probe.ts';
import { givenStore } from './given-store.ts';

/** Long enough for a busy machine, short enough to see a subscription die. */
const WATCH_MS = 400;

const SOON = { interval: 5 };

const given = givenStore({ watchMs: WATCH_MS });

const subscribe = (options: Partial<SubscribeOptions> = {}): AsyncIterator<EventBatch> =>
  given.store.subscribe({ from: LOG_START, signal: given.abort.signal, ...options })[Symbol.asyncIterator]();

const write = (stream: string, count: number) => writeMany(given.store, stream, count);

const openSubscriptions = () => expect.poll(() => given.double.gauge.open, SOON);

describe('a lost server', () => {
  test('ends a subscription once, with StoreUnavailable; a new one from its position loses and doubles nothing', async () => {
    const stream = freshStream();
    const sent: NewEvent[] = [];
    const seen: RecordedEvent[] = [];
    let position: Position = LOG_START;
    for (let restart = 0; restart < 5; restart++) {
      sent.push(...(await write(stream, 20)));
      const live = subscribe({ from: position, maxBatch: 7 });
      while (seen.length < sent.length - 3) {
        const batch = await nextBatch(live);
        seen.push(...batch.events);
        position = batch.position;
      }
      given.double.stop();
      const drain = async (): Promise<void> => {
        const batch = await nextBatch(live);
        seen.push(...batch.events);
        position = batch.position;
        return drain();
      };
      await expect(drain()).rejects.toThrow(StoreUnavailable);
      expect(await live.next()).toEqual({ done: true, value: undefined });
      await given.double.start();
    }
    seen.push(...(await deliveredSince(given.store, position)).events);
    expect(ids(seen)).toEqual(ids(sent));
  });

  test('is noticed by every kind of end: a clean one, too', async () => {
    const calls: grpc.ServerWritableStream<unknown, unknown>[] = [];
    given.double.faults.beforeRead = (kind, call) => {
      if (kind === 'subscription') calls.push(call);
    };
    const live = subscribe();
    await caughtUpBatch(live);
    const ended = expect(live.next()).rejects.toThrow(StoreUnavailable);
    calls[0]?.end();
    await ended;
  });

  test.each([
    ['refuses it for now', grpc.status.UNAVAILABLE],
    ['cancels it', grpc.status.CANCELLED],
  ])('is StoreUnavailable when the server %s', async (_, code) => {
    given.double.faults.beforeRead = (kind) => {
      if (kind === 'subscription') throw status(code, '');
    };
    await expect(subscribe().next()).rejects.toThrow(StoreUnavailable);
  });

  test('is StoreUnavailable for every operation, and lets a subscription be aborted all the same', async () => {
    given.double.stop();
    await expect(given.store.read(freshStream())).rejects.toThrow(StoreUnavailable);
    await expect(given.store.head()).rejects.toThrow(StoreUnavailable);
    await expect(subscribe().next()).rejects.toThrow(StoreUnavailable);
    const next = subscribe().next();
    given.abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('leads a subscription to the new leader', async () => {
    const leader = await eventStoreDbDouble(given.double.log);
    await write(freshStream(), 3);
    given.double.faults.leader = leader.endPoint;
    await expect(subscribe().next()).rejects.toThrow(StoreUnavailable);
    expect((await nextBatch(subscribe())).events.length).toBeGreaterThan(0);
    expect(leader.calls.get('subscription')).toBe(1);
    given.abort.abort();
    await expect.poll(() => leader.gauge.open, SOON).toBe(0);
    leader.stop();
  });
});

describe('a subscription that dies quietly', () => {
  test('at the live end is noticed by comparing it with the log', async () => {
    const live = subscribe();
    await caughtUpBatch(live);
    given.double.faults.quiet = true;
    await write(freshStream(), 1);
    await expect(live.next()).rejects.toThrow('died quietly');
    given.double.faults.quiet = false;
    expect((await untilCaughtUp(given.store)).events).toHaveLength(1);
  });

  test.each([[undefined], [['contract-']]])(
    'in the midst of history is noticed, too (%j)',
    async (prefixes) => {
      await write(freshStream(), 5);
      given.double.faults.quiet = true;
      await expect(subscribe(prefixes ? { streamPrefixes: prefixes } : {}).next()).rejects.toThrow(
        'died quietly',
      );
    },
  );

  test('is not suspected while the log is at rest', async () => {
    const live = subscribe();
    await caughtUpBatch(live);
    const polls = given.double.calls.get('all') ?? 0;
    const next = nextBatch(live);
    await expect.poll(() => given.double.calls.get('all'), SOON).toBeGreaterThan(polls + 3);
    const [sent] = await write(freshStream(), 1);
    expect(ids((await next).events)).toEqual([sent?.id]);
  });
});

describe('leaving', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'by the signal',
      async () => {
        const live = subscribe({ streamPrefixes: ['contract-'] });
        await caughtUpBatch(live);
        const next = live.next();
        given.abort.abort();
        await next;
      },
    ],
    [
      'by breaking off',
      async () => {
        for await (const { caughtUp } of given.store.subscribe({
          from: LOG_START,
          signal: given.abort.signal,
        })) {
          if (caughtUp) break;
        }
      },
    ],
    [
      'by an error of the consumer',
      async () => {
        const failing = async () => {
          for await (const _ of given.store.subscribe({ from: LOG_START, signal: given.abort.signal }))
            throw new Error('stop');
        };
        await expect(failing()).rejects.toThrow('stop');
      },
    ],
  ])('%s ends it on the server, too', async (_, leave) => {
    await write(freshStream(), 3);
    await leave();
    await openSubscriptions().toBe(0);
  });
});
