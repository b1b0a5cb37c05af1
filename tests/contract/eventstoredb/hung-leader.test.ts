import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { event, freshStream, msUntil, persistently } from '../log-probe.ts';

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
    return { other, log: eventStoreDb({ url, deadlineMs: 3_000 }) };
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
    // A deadline, two seconds for the hung node's gossip, and the call itself.
    expect(await took).toBeLessThan(7_000);
    expect((await log.read(stream)).at(-1)?.id).toBe(second.id);
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
