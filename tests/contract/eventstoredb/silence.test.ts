import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EventStoreDb, eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { LOG_START, type NewEvent, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { consume } from '../../../src/eventsourcing/processes/consume.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { event, freshStream, ids, msUntil, persistently } from '../log-probe.ts';

/** Servers that stop answering while their connections stay open, as a hung node or a lost network does it. */

/** Long enough for a busy machine to answer in. */
const DEADLINE_MS = 1_000;
const SOON = { interval: 5 };

let double: EventStoreDbDouble;
let network: TcpProxy;
let store: EventStoreDb;
let abort: AbortController;
beforeEach(async () => {
  double = await eventStoreDbDouble();
  network = await startTcpProxy(double.endPoint);
  abort = new AbortController();
  const url = `esdb://127.0.0.1:${network.port}?tls=false`;
  store = eventStoreDb({ url, deadlineMs: DEADLINE_MS, watchMs: DEADLINE_MS });
});
afterEach(async () => {
  abort.abort();
  await store.close();
  await network.close();
  double.stop();
});

describe('a server that falls silent', () => {
  // A silence of 3.5 deadlines also makes and loses new connections.
  test.each([1, 3.5])(
    'for %d deadlines is found within two, though every connection is lost',
    async (deadlines) => {
      const stream = freshStream();
      const sent = [event(), event()] as const;
      await persistently(() => store.append(stream, 'no-stream', [sent[0]]));
      network.silence();
      const second = persistently(() => store.append(stream, 0n, [sent[1]]));
      await sleep(deadlines * DEADLINE_MS);
      network.restore();
      expect(await msUntil(second)).toBeLessThan(2 * DEADLINE_MS);
      expect(await msUntil(persistently(() => store.head()))).toBeLessThan(DEADLINE_MS);
      expect(ids(await persistently(() => store.read(stream)))).toEqual(ids(sent));
    },
  );

  test('keeps nobody waiting longer than the first call that it fails to answer', async () => {
    await persistently(() => store.head());
    network.silence();
    const first = store.append(freshStream(), 'any', [event()]).catch(() => {});
    await sleep(DEADLINE_MS / 2);
    const later = [store.read(freshStream()), store.head(), store.append(freshStream(), 'any', [event()])];
    const ended = Promise.allSettled(later);
    await first;
    const longer = await msUntil(ended);
    const outcomes = await ended;
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) });
    // Without each other, they would wait for half a deadline more.
    expect(longer).toBeLessThan(0.4 * DEADLINE_MS);
  });

  test('is subscribed to again from where the subscription was: nothing is lost or doubled', async () => {
    const stream = freshStream();
    const sent: NewEvent[] = [];
    const seen: string[] = [];
    const write = async () => {
      const own = event();
      const expected = sent.length === 0 ? 'no-stream' : BigInt(sent.length - 1);
      sent.push(own);
      await persistently(() => store.append(stream, expected, [own]));
    };
    const { signal } = abort;
    const consumed = consume(store, { from: LOG_START, streamPrefixes: [stream], signal }, (batch) => {
      seen.push(...ids(batch.events));
    });
    for (let outage = 0; outage < 2; outage += 1) {
      for (let n = 0; n < 10; n += 1) await write();
      await expect.poll(() => seen.length, SOON).toBe(sent.length);
      network.silence();
      const written = write();
      await sleep(1.5 * DEADLINE_MS);
      network.restore();
      await written;
      await expect.poll(() => seen.length, SOON).toBe(sent.length);
    }
    expect(seen).toEqual(ids(sent));
    abort.abort();
    await consumed;
  });

  test('is not taken for alive because a slow consumer takes what has arrived before', async () => {
    for (let n = 0; n < 20; n += 1) {
      const one = freshStream();
      await persistently(() => store.append(one, 'no-stream', [event()]));
    }
    const { signal } = abort;
    const batches = store.subscribe({ from: LOG_START, maxBatch: 1, signal })[Symbol.asyncIterator]();
    await batches.next();
    network.silence();
    const appended = persistently(() => store.append(freshStream(), 'any', [event()]));
    await sleep(0.8 * DEADLINE_MS);
    for (let n = 0; n < 5; n += 1) await batches.next();
    network.restore();
    expect(await msUntil(appended)).toBeLessThan(DEADLINE_MS);
  });

  test('while nothing but a subscription is open is found by comparing it with the log', async () => {
    const { signal } = abort;
    const seen: string[] = [];
    const consumed = consume(store, { from: LOG_START, streamPrefixes: ['contract-'], signal }, (batch) => {
      seen.push(...ids(batch.events));
    });
    await expect.poll(() => double.gauge.open, SOON).toBe(1);
    network.silence();
    await sleep(3.5 * DEADLINE_MS);
    network.restore();
    const direct = eventStoreDb({ url: double.url });
    const sent = event();
    await direct.append(freshStream(), 'no-stream', [sent]);
    expect(await msUntil(expect.poll(() => seen, SOON).toEqual([sent.id]))).toBeLessThan(3 * DEADLINE_MS);
    await direct.close();
    abort.abort();
    await consumed;
  });
});

describe('a server that is slow with one call', () => {
  test('keeps its connection as long as it answers another', async () => {
    const { signal } = abort;
    const ended: unknown[] = [];
    const slow = freshStream();
    const batches = store.subscribe({ from: LOG_START, signal })[Symbol.asyncIterator]();
    await batches.next();
    const next = batches.next().catch((error: unknown) => ended.push(error));
    double.faults.beforeAppend = (stream) => (stream === slow ? new Promise(() => {}) : undefined);
    let isMissed = false;
    const missed = store
      .append(slow, 'any', [event()])
      .catch((error: unknown) => error)
      .finally(() => {
        isMissed = true;
      });
    while (!isMissed) {
      await persistently(() => store.head());
      await sleep(0.1 * DEADLINE_MS);
    }
    expect(await missed).toBeInstanceOf(StoreUnavailable);
    await persistently(() => store.append(freshStream(), 'any', [event()]));
    await next;
    expect(ended).toEqual([]);
    expect(double.calls.get('subscription')).toBe(1);
  });
});

test('closing ends what is under way', async () => {
  await persistently(() => store.head());
  network.silence();
  const pending = store.head();
  const outcome = expect(pending).rejects.toThrow(StoreUnavailable);
  await store.close();
  await outcome;
  await expect(store.head()).rejects.toThrow(StoreUnavailable);
});
