import * as grpc from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { status } from '../../support/eventstoredb-double/faults.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { event, freshStream, msUntil, persistently } from '../log-probe.ts';

const DEADLINE_MS = 3_000;

let double: EventStoreDbDouble;
let network: TcpProxy;
beforeEach(async () => {
  double = await eventStoreDbDouble();
  network = await startTcpProxy(double.endPoint);
});
afterEach(async () => {
  await network.close();
  double.stop();
});

describe('a cluster whose leader hangs', () => {
  const cluster = async (urlOptions = '') => {
    const other = await eventStoreDbDouble(double.log);
    // The hung node is the one behind the network; the double behind it can't be reached otherwise.
    const proxied = { host: '127.0.0.1', port: network.port };
    double.faults.gossip = () => proxied;
    other.faults.gossip = () => proxied;
    other.faults.leader = proxied;
    const hosts = [network.port, other.endPoint.port].map((port) => `127.0.0.1:${port}`).join(',');
    const url = `esdb://${hosts}?tls=false&nodePreference=leader${urlOptions}`;
    return { other, proxied, log: eventStoreDb({ url, deadlineMs: DEADLINE_MS }) };
  };

  test('goes on with the new one, whichever node is asked for it', async () => {
    const { other, log } = await cluster();
    const stream = freshStream();
    await log.append(stream, 'no-stream', [event()]);
    network.silence();
    other.faults.leader = undefined;
    other.faults.gossip = undefined;
    const second = event();
    const took = msUntil(persistently(() => log.append(stream, 0n, [second])));
    // The append doesn't wait two more seconds for the hung node's gossip.
    expect(await took).toBeLessThan(DEADLINE_MS + 2_000);
    expect((await log.read(stream)).at(-1)?.id).toBe(second.id);
    await log.close();
    other.stop();
  });

  test('waits no second deadline when the other nodes have not noticed it yet', async () => {
    const { other, proxied, log } = await cluster();
    await log.append(freshStream(), 'no-stream', [event()]);
    network.silence();
    other.faults.leader = undefined;
    let asked = 0;
    other.faults.gossip = () => (++asked === 1 ? proxied : other.endPoint);
    const took = msUntil(persistently(() => log.append(freshStream(), 'no-stream', [event()])));
    expect(await took).toBeLessThan(2 * DEADLINE_MS);
    expect(asked).toBe(2);
    await log.close();
    other.stop();
  });

  test('delays nobody once another is elected, however long the other nodes know of none', async () => {
    const { other, log } = await cluster('&gossipTimeout=60');
    await log.append(freshStream(), 'no-stream', [event()]);
    network.silence();
    other.faults.leader = undefined;
    other.faults.gossip = () => {
      throw status(grpc.status.UNAVAILABLE, '');
    };
    for (let missed = 0; missed < 4; missed += 1) {
      await expect(log.append(freshStream(), 'no-stream', [event()])).rejects.toThrow(StoreUnavailable);
    }
    other.faults.gossip = undefined;
    // The first try, since nothing waits for the hung node.
    await log.append(freshStream(), 'no-stream', [event()]);
    expect(other.calls.get('append')).toBe(1);
    await log.close();
    other.stop();
  });

  test('is taken for the leader again once it says so itself', async () => {
    const { other, log } = await cluster();
    await log.append(freshStream(), 'no-stream', [event()]);
    network.silence();
    await expect(log.append(freshStream(), 'no-stream', [event()])).rejects.toThrow(StoreUnavailable);
    network.restore();
    await persistently(() => log.append(freshStream(), 'no-stream', [event()]));
    expect(other.calls.get('append')).toBeUndefined();
    await log.close();
    other.stop();
  });

  test('ends the calls that wait for a node with it, and nothing goes unhandled', async () => {
    const { other, log } = await cluster('&gossipTimeout=4');
    const held = Promise.withResolvers<void>();
    const slowGossip = () => held.promise.then(() => double.endPoint);
    double.faults.gossip = slowGossip;
    other.faults.gossip = slowGossip;
    const waiting = Array.from({ length: 20 }, () => log.append(freshStream(), 'any', [event()]));
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) });
    }
    // The client finds its node when nobody waits any more; an unhandled rejection would fail the run.
    held.resolve();
    await persistently(() => log.append(freshStream(), 'any', [event()]));
    expect(double.log.events).toHaveLength(1);
    await log.close();
    other.stop();
  });
});
