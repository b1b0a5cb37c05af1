import * as grpc from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EventStoreDb, eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { StartupError } from '../../../src/adapters/startup-error.ts';
import { LOG_START, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { status } from '../../support/eventstoredb-double/faults.ts';
import { event, freshStream, ids } from '../log-probe.ts';

let one: EventStoreDbDouble;
let two: EventStoreDbDouble;
let store: EventStoreDb;

/** The address of both nodes, as a cluster's is written. */
const clusterUrl = () => {
  const hosts = [one, two].map(({ endPoint }) => `${endPoint.host}:${endPoint.port}`).join(',');
  return `esdb://${hosts}?tls=false&nodePreference=leader&maxDiscoverAttempts=2&discoveryInterval=10`;
};

beforeEach(async () => {
  one = await eventStoreDbDouble();
  two = await eventStoreDbDouble(one.log);
  two.faults.leader = one.endPoint;
  store = eventStoreDb({ url: clusterUrl() });
});
afterEach(async () => {
  await store.close();
  one.stop();
  two.stop();
});

/** Tries until the store is there again. */
const eventually = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return eventually(work);
    throw error;
  });

describe('finding the leader', () => {
  test('sends appends and reads there, whichever node is asked first', async () => {
    const stream = freshStream();
    const sent = event();
    await store.append(stream, 'no-stream', [sent]);
    expect(ids(await store.read(stream))).toEqual([sent.id]);
    expect([two.calls.get('append'), two.calls.get('stream')]).toEqual([undefined, undefined]);
  });

  test('is tried anew after it failed: a first append with no node up does no lasting harm', async () => {
    one.stop();
    two.stop();
    const sent = event();
    const stream = freshStream();
    for (let n = 0; n < 3; n++) {
      await expect(store.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
      await expect(store.read(stream)).rejects.toThrow(StoreUnavailable);
      await expect(store.head()).rejects.toThrow(StoreUnavailable);
    }
    await one.start();
    await two.start();
    await eventually(() => store.append(stream, 'no-stream', [sent]));
    expect(ids(await store.read(stream))).toEqual([sent.id]);
  });

  test('takes no longer than the deadline, though the client would go on looking', async () => {
    const held = Promise.withResolvers<never>();
    // On a busy machine the deadline may pass before a node is asked, and then nothing handles this rejection.
    held.promise.catch(() => {});
    one.faults.gossip = () => held.promise;
    two.faults.gossip = () => held.promise;
    const url = clusterUrl().replace('maxDiscoverAttempts=2', 'maxDiscoverAttempts=9');
    const patient = eventStoreDb({ url, deadlineMs: 50 });
    await expect(patient.append(freshStream(), 'any', [event()])).rejects.toThrow(StoreUnavailable);
    await expect(patient.read(freshStream())).rejects.toThrow(StoreUnavailable);
    held.reject(status(grpc.status.UNAVAILABLE, ''));
    await patient.close();
  });

  test('may fail while an earlier call is still ending, and nothing goes unhandled', async () => {
    const unavailable = () => {
      throw status(grpc.status.UNAVAILABLE, '');
    };
    const held = Promise.withResolvers<void>();
    one.faults.beforeAppend = () => held.promise.then(unavailable);
    const earlier = expect(store.append(freshStream(), 'any', [event()])).rejects.toThrow(StoreUnavailable);
    await expect.poll(() => one.calls.get('append')).toBe(1);
    one.faults.gossip = unavailable;
    two.faults.gossip = unavailable;
    one.faults.beforeAppend = unavailable;
    await expect(store.append(freshStream(), 'any', [event()])).rejects.toThrow(StoreUnavailable);
    // The client has given up its channel; the next call looks for a node, and finds none.
    const next = expect(store.append(freshStream(), 'any', [event()])).rejects.toThrow(StoreUnavailable);
    held.resolve();
    await Promise.all([earlier, next]);
    // An unhandled rejection would fail the run, and end a process.
    expect(one.calls.get('append')).toBe(2);
  });

  test('forgets a wrong address from the gossip with the next failure', async () => {
    let port = 1;
    const gossip = () => ({ host: '127.0.0.1', port });
    one.faults.gossip = gossip;
    two.faults.gossip = gossip;
    const sent = event();
    const stream = freshStream();
    await expect(store.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
    port = one.endPoint.port;
    await eventually(() => store.append(stream, 'no-stream', [sent]));
    expect(ids(await store.read(stream))).toEqual([sent.id]);
  });

  test('follows the leader to another node', async () => {
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event()]);
    one.faults.leader = two.endPoint;
    two.faults.leader = undefined;
    await store.append(stream, 0n, [event()]);
    expect(await store.read(stream)).toHaveLength(2);
    expect(two.calls.get('append')).toBe(1);
  });
});

describe('an address', () => {
  test.each(['esdb', 'kurrentdb'])('may begin with %s', async (scheme) => {
    const named = eventStoreDb({ url: one.url.replace('esdb', scheme) });
    expect(await named.head()).toBe(LOG_START);
    await named.close();
  });

  test.each([
    'esdb://user:hunter2@host:port?tls=true',
    'esdb://user:hunter2@',
    'esdb://user:hunter2@host:2113?=',
    'esdb://user:hunter2@host:2113?tlsCAFile=/hunter2/missing.pem',
    'esdb://user:%E0hunter2@host:2113',
    'hunter2',
  ])('that is wrong is refused without repeating it: %s', (url) => {
    expect(() => eventStoreDb({ url })).toThrow(StartupError);
    expect(() => eventStoreDb({ url })).not.toThrow(/hunter2/);
  });

  test('with an option the client does not know is used, and no password is printed', async () => {
    const printed: unknown[] = [];
    const { warn } = console;
    console.warn = (...line: unknown[]) => printed.push(...line);
    const warned = eventStoreDb({ url: one.url.replace('esdb://', 'esdb://user:hunter2@').concat('&odd=1') });
    console.warn = warn;
    expect(await warned.head()).toBe(LOG_START);
    expect(printed.join()).toContain('odd');
    expect(printed.join()).not.toContain('hunter2');
    await warned.close();
  });

  test('needs a user unless it says tls=false', () => {
    expect(() => eventStoreDb({ url: 'esdb://host:2113' })).toThrow(/user:password@/);
    expect(() => eventStoreDb({ url: 'esdb://host:2113?tls=true' })).toThrow(StartupError);
    expect(() => eventStoreDb({ url: 'esdb://user:p%40ss@host:2113' })).not.toThrow();
  });
});
