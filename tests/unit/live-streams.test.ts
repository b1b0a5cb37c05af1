import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable, type SubscribeOptions } from '../../src/eventsourcing/event-store.ts';
import { createEventStreams } from '../../src/eventsourcing/event-streams.ts';
import { createTurns } from '../../src/eventsourcing/keyed-mutex.ts';
import { followStreams, liveStreams } from '../../src/eventsourcing/live-projection.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import { serviceDecider } from '../../src/features/catalogue/decider.ts';
import { serviceStream } from '../../src/features/catalogue/events.ts';
import { hoursDecider } from '../../src/features/hours/decider.ts';
import { HOURS } from '../../src/features/hours/events.ts';
import { record, serviceAdded } from '../projections/events.ts';

const now = () => new Date('2026-11-20T18:00:00Z');
const hoursId = '0190a3a0-0000-7000-8000-000000000001';

const context = (commandId: string) => ({
  commandId,
  requestHash: 'hash',
  correlationId: commandId,
  causationId: commandId,
  actor: { kind: 'system', process: 'test' } as const,
});

const addHours = { kind: 'AddHours', hoursId, dayOfWeek: 2, start: 540, end: 1260 } as const;

function givenLog() {
  const store = memoryEventStore();
  const streams = createEventStreams(store, hoursDecider, { turns: createTurns(), now });
  const decide = (commandId: string, command: Parameters<typeof hoursDecider.decide>[0]) =>
    streams.handle(HOURS, () => command, { context: context(commandId), deadline: Number.POSITIVE_INFINITY });
  return { store, decide };
}

const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(1);
};

describe('streams followed in memory', () => {
  it('are folded up to the end of the log before they are handed over, and kept up to date', async () => {
    const { store, decide } = givenLog();
    await decide('9f0c7b6e-6a83-4a53-8d29-000000000001', addHours);
    const stop = new AbortController();
    const week = liveStreams(hoursDecider, () => expect.unreachable());
    const followed = await followStreams(store, [week], stop.signal);
    expect(week.states.get(HOURS)?.week.get(hoursId)).toMatchObject({ start: 540, isAvailable: true });

    const off = { kind: 'SwitchHours', hoursId, isAvailable: false } as const;
    const [before, changed] = [followed.changedAt(), followed.changed()];
    await decide('9f0c7b6e-6a83-4a53-8d29-000000000002', off);
    await changed;
    expect(week.states.get(HOURS)?.week.get(hoursId)?.isAvailable).toBe(false);
    expect(followed.changedAt() > before).toBe(true);
    stop.abort();
    await followed.ended;
  });

  it('of several categories come over one subscription, each to its own', async () => {
    const { store, decide } = givenLog();
    let subscriptions = 0;
    const counted = {
      subscribe: (options: SubscribeOptions) => {
        subscriptions += 1;
        return store.subscribe(options);
      },
    };
    const stop = new AbortController();
    const onUnknown = () => expect.unreachable();
    const [week, catalogue] = [liveStreams(hoursDecider, onUnknown), liveStreams(serviceDecider, onUnknown)];
    const { changed, ended } = await followStreams(counted, [week, catalogue], stop.signal);
    for (const write of [
      () => decide('9f0c7b6e-6a83-4a53-8d29-000000000001', addHours),
      () => record(store, [serviceAdded('updo')]),
    ]) {
      const next = changed();
      await write();
      await next;
    }
    expect([...week.states.keys()]).toEqual([HOURS]);
    expect([...catalogue.states.keys()]).toEqual([serviceStream('updo')]);
    expect(subscriptions).toBe(1);
    stop.abort();
    await ended;
  });

  it('are not handed over when the signal aborts before they are folded', async () => {
    const silent = { subscribe: () => (async function* () {})() };
    const stop = new AbortController();
    const handed = followStreams(silent, [], stop.signal);
    stop.abort();
    await expect(handed).rejects.toThrow('aborted');
  });

  it('stay as last known while the store is away, and go on when it is back', async () => {
    const { store, decide } = givenLog();
    await decide('9f0c7b6e-6a83-4a53-8d29-000000000001', addHours);
    let subscriptions = 0;
    const flaky = {
      async *subscribe(options: SubscribeOptions) {
        subscriptions += 1;
        for await (const batch of store.subscribe(options)) {
          yield batch;
          if (subscriptions === 1 && batch.caughtUp) throw new StoreUnavailable('gone');
        }
      },
    };
    const stop = new AbortController();
    const week = liveStreams(hoursDecider, () => expect.unreachable());
    const { states } = week;
    const { ended } = await followStreams(flaky, [week], stop.signal);
    expect(states.get(HOURS)?.week.size).toBe(1);
    await decide('9f0c7b6e-6a83-4a53-8d29-000000000002', { kind: 'RemoveHours', hoursId });
    await until(() => states.get(HOURS)?.week.size === 0);
    expect(subscriptions).toBe(2);
    stop.abort();
    await ended;
  });

  it('leave out a stream with an event that is not known here, and say so once', async () => {
    const { store, decide } = givenLog();
    await decide('9f0c7b6e-6a83-4a53-8d29-000000000001', addHours);
    const strange = {
      id: '9f0c7b6e-6a83-4a53-8d29-00000000000a',
      type: 'HoursPainted',
      data: { hoursId },
      metadata: {
        ...context('9f0c7b6e-6a83-4a53-8d29-00000000000b'),
        at: now().toISOString(),
        schemaVersion: 1,
      },
    };
    await store.append(HOURS, 0n, [strange]);
    await store.append(HOURS, 1n, [{ ...strange, id: '9f0c7b6e-6a83-4a53-8d29-00000000000c' }]);
    const unknown: string[] = [];
    const stop = new AbortController();
    const week = liveStreams(hoursDecider, ({ message }) => unknown.push(message));
    const { ended } = await followStreams(store, [week], stop.signal);
    expect(week.states.has(HOURS)).toBe(false);
    expect(unknown).toHaveLength(1);
    stop.abort();
    await ended;
  });
});
