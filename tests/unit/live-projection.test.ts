import { describe, expect, it } from 'vitest';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import {
  type EventStore,
  type NewEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../../src/eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../../src/eventsourcing/event-types.ts';
import { createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { liveProjection, subscribeAll } from '../../src/eventsourcing/streams/live-projection.ts';
import { serviceDecider } from '../../src/features/catalogue/decider.ts';
import { serviceStream } from '../../src/features/catalogue/events.ts';
import { hoursDecider } from '../../src/features/hours/decider.ts';
import { HOURS } from '../../src/features/hours/events.ts';
import { record, serviceAdded } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

const now = () => new Date('2026-11-20T18:00:00Z');
const hoursId = '0190a3a0-0000-7000-8000-000000000001';
const id = (n: number) => `9f0c7b6e-6a83-4a53-8d29-${String(n).padStart(12, '0')}`;

const context = (commandId: string) => ({
  commandId,
  requestHash: 'hash',
  correlationId: commandId,
  causationId: commandId,
  actor: { kind: 'system', process: 'test' },
});

const addHours = { kind: 'AddHours', hoursId, dayOfWeek: 2, start: 540, end: 1260 } as const;

/** An event that no command of ours would append. */
const stray = (n: number, type: string, data: NewEvent['data']): NewEvent => ({
  id: id(n),
  type,
  data,
  metadata: { ...context(id(n + 1)), at: now().toISOString(), schemaVersion: 1 },
});

function givenLog() {
  const store = memoryEventStore();
  const streams = createEventStreams(store, hoursDecider, { mutex: createKeyedMutex(), now });
  const decide = (commandId: string, command: Parameters<typeof hoursDecider.decide>[0]) =>
    streams.handle(HOURS, () => command, { context: context(commandId), deadline: Number.POSITIVE_INFINITY });
  return { store, decide };
}

/** Live projections of hours and services, and what they report. */
async function givenLive(store: Pick<EventStore, 'subscribe'>) {
  const stop = new AbortController();
  const reported: UnreadableEvent[] = [];
  const [week, catalogue] = [
    liveProjection(hoursDecider, (problem) => reported.push(problem)),
    liveProjection(serviceDecider, (problem) => reported.push(problem)),
  ];
  const live = await subscribeAll(store, [week, catalogue], stop.signal);
  return {
    ...live,
    week,
    catalogue,
    reported,
    async end() {
      stop.abort();
      await live.ended;
    },
  };
}

describe('live projections', () => {
  it('are folded up to the end of the log before they are handed over, and kept up to date', async () => {
    const { store, decide } = givenLog();
    await decide(id(1), addHours);
    const live = await givenLive(store);
    expect(live.week.states.get(HOURS)?.week.get(hoursId)).toMatchObject({ start: 540, isAvailable: true });

    const [before, changed] = [live.changedAt(), live.changed()];
    await decide(id(2), { kind: 'SwitchHours', hoursId, isAvailable: false });
    await changed;
    expect(live.week.states.get(HOURS)?.week.get(hoursId)?.isAvailable).toBe(false);
    expect(live.changedAt() > before).toBe(true);
    await live.end();
  });

  it('share one subscription, each with its own streams', async () => {
    const { store, decide } = givenLog();
    let subscriptions = 0;
    const counted = {
      subscribe: (options: SubscribeOptions) => {
        subscriptions += 1;
        return store.subscribe(options);
      },
    };
    const live = await givenLive(counted);
    for (const write of [() => decide(id(1), addHours), () => record(store, [serviceAdded('updo')])]) {
      const next = live.changed();
      await write();
      await next;
    }
    expect([...live.week.states.keys()]).toEqual([HOURS]);
    expect([...live.catalogue.states.keys()]).toEqual([serviceStream('updo')]);
    expect(subscriptions).toBe(1);
    await live.end();
  });

  it('take no stream for theirs whose name only begins like one of theirs', async () => {
    const { store, decide } = givenLog();
    await decide(id(1), addHours);
    const before = await store.head();
    await store.append('hours-old', 'no-stream', [stray(10, 'HoursAdded', { ...addHours, hoursId: id(3) })]);
    await store.append('services-cut', 'no-stream', [stray(20, 'ServiceRemoved', { serviceId: 'cut' })]);
    const live = await givenLive(store);
    expect([...live.week.states.keys()]).toEqual([HOURS]);
    expect(live.catalogue.states.size).toBe(0);
    expect(live.problems()).toEqual([]);
    expect(live.changedAt()).toBe(before);
    await live.end();
  });

  it('are not handed over when the signal aborts before they are folded', async () => {
    const silent = { subscribe: () => (async function* () {})() };
    const stop = new AbortController();
    const handed = subscribeAll(silent, [], stop.signal);
    stop.abort();
    await expect(handed).rejects.toThrow('aborted');
  });

  it('stay as last known while the store is away, and go on when it is back', async () => {
    const { store, decide } = givenLog();
    await decide(id(1), addHours);
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
    const live = await givenLive(flaky);
    expect(live.week.states.get(HOURS)?.week.size).toBe(1);
    const changed = live.changed();
    await decide(id(2), { kind: 'RemoveHours', hoursId });
    await changed;
    expect(live.week.states.get(HOURS)?.week.size).toBe(0);
    expect(subscriptions).toBe(2);
    await live.end();
  });
});

describe('a stream that holds an event which cannot be folded', () => {
  it.each([
    ['is not known here', HOURS, stray(10, 'HoursPainted', { hoursId })],
    ['cannot follow', HOURS, stray(10, 'HoursSwitched', { hoursId, isAvailable: false })],
    ['cannot follow', serviceStream('updo'), stray(10, 'ServiceActivated', { serviceId: 'updo' })],
  ])('is reported once, for its first event that %s', async (reason, stream, event) => {
    const { store } = givenLog();
    await store.append(stream, 'no-stream', [event]);
    await store.append(stream, 0n, [{ ...event, id: id(12) }]);
    const live = await givenLive(store);
    expect(live.week.states.has(stream) || live.catalogue.states.has(stream)).toBe(false);
    expect(live.reported).toHaveLength(1);
    expect(live.problems()).toEqual(live.reported);
    expect(live.reported[0]).toMatchObject({ stream, revision: 0n });
    expect(live.reported[0]?.message).toMatch(new RegExp(`^${stream}@0 holds .*${reason}`));
    await live.end();
  });

  it('stops nothing else', async () => {
    const { store, decide } = givenLog();
    const live = await givenLive(store);
    const strayed = live.changed();
    await store.append(serviceStream('updo'), 'no-stream', [
      stray(10, 'ServiceActivated', { serviceId: 'updo' }),
    ]);
    await strayed;
    for (const write of [() => decide(id(1), addHours), () => record(store, [serviceAdded('cut')])]) {
      const changed = live.changed();
      await write();
      await changed;
    }
    expect(live.week.states.get(HOURS)?.week.size).toBe(1);
    expect([...live.catalogue.states.keys()]).toEqual([serviceStream('cut')]);
    await live.end();
  });

  const switchedOff = { hoursId, isAvailable: false };
  it.each([
    ['stays as it was before an event that is not known here', 'HoursPainted', { hoursId }, true],
    ['passes over one that cannot follow', 'HoursSwitched', { ...switchedOff, hoursId: id(5) }, false],
  ])('%s, as the read models do', async (_, type, data, isAvailable) => {
    const { store, decide } = givenLog();
    await decide(id(1), addHours);
    const live = await givenLive(store);
    const before = structuredClone(live.week.states.get(HOURS));
    const appended = async (event: NewEvent) => {
      const changed = live.changed();
      await store.append(HOURS, 'any', [event]);
      await changed;
    };
    await appended(stray(10, type, data));
    expect(live.week.states.get(HOURS)).toEqual(before);
    await appended(stray(20, 'HoursSwitched', switchedOff));
    expect(live.week.states.get(HOURS)?.week.get(hoursId)).toMatchObject({ start: 540, isAvailable });
    await expect(decide(id(2), { kind: 'RemoveHours', hoursId })).rejects.toThrow(`hours@1 holds ${type}`);
    await live.end();
  });
});
