import * as grpc from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { deadlineIn, withinDeadline } from '../../../src/eventsourcing/async/deadline.ts';
import { LOG_START, type NewEvent, type SubscribeOptions } from '../../../src/eventsourcing/event-store.ts';
import { consume } from '../../../src/eventsourcing/processes/consume.ts';
import { status } from '../../support/eventstoredb-double/faults.ts';
import { caughtUpBatch, event, ids, nextBatch } from '../log-probe.ts';
import { givenStore } from './given-store.ts';

const SOON = { interval: 5 };
const LARGE = 'large-';

const given = givenStore();

/** More than fits into the buffers on the way. */
const writeLarge = async (): Promise<NewEvent[]> => {
  const text = 'x'.repeat(20_000);
  const sent = Array.from({ length: 800 }, () => event({ text }));
  for (let from = 0; from < sent.length; from += 40) {
    const [first = event(), ...more] = sent.slice(from, from + 40);
    await given.store.append(`${LARGE}1`, 'any', [first, ...more]);
  }
  return sent;
};

describe('a slow consumer', () => {
  test('makes the server wait, and then gets everything', async () => {
    const { signal } = given.abort;
    const live = given.store.subscribe({ from: LOG_START, maxBatch: 10, signal })[Symbol.asyncIterator]();
    await caughtUpBatch(live);
    const sent = await writeLarge();
    await expect.poll(() => given.double.gauge.waits, SOON).toBeGreaterThan(0);
    expect(given.double.gauge.sent).toBeLessThan(sent.length / 2);
    const seen: string[] = [];
    while (seen.length < sent.length) seen.push(...ids((await nextBatch(live)).events));
    expect(seen).toEqual(ids(sent));
  });

  test('goes on from its position after the server ended its subscription, and nothing is lost or doubled', async () => {
    const seen: string[] = [];
    const goOn = Promise.withResolvers<void>();
    const slow = {
      subscribe: (options: SubscribeOptions) => given.store.subscribe({ ...options, maxBatch: 10 }),
    };
    const following = consume(
      slow,
      { from: LOG_START, streamPrefixes: [LARGE], signal: given.abort.signal },
      async ({ events }) => {
        seen.push(...ids(events));
        if (events.length > 0) await goOn.promise;
      },
    );
    const { whileFull } = given.double.faults;
    let drops = 0;
    given.double.faults.whileFull = (room) =>
      withinDeadline(deadlineIn(100), room).catch(() => {
        drops += 1;
        throw status(grpc.status.UNKNOWN, 'Unexpected SubscriptionDropReason');
      });
    const sent = await writeLarge();
    await expect.poll(() => drops, SOON).toBe(1);
    given.double.faults.whileFull = whileFull;
    goOn.resolve();
    await expect.poll(() => seen.length, SOON).toBeGreaterThanOrEqual(sent.length);
    expect(seen).toEqual(ids(sent));
    given.abort.abort();
    await following;
  });
});
