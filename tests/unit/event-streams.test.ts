import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import {
  type EventStore,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../src/eventsourcing/event-store.ts';
import { type EventOf, MisplacedEvent, UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { derivedId } from '../../src/eventsourcing/identity.ts';
import type { Decider, StaleVersion } from '../../src/eventsourcing/streams/decider.ts';
import { type CommandRun, createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { record } from '../projections/events.ts';
import { gatedStore } from '../support/log/gated-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

/** A list of numbers, changed in place; a noted number is no decision. */
const eventTypes = {
  NumberAdded: { schemaVersion: 1, data: z.strictObject({ number: z.int() }) },
  NumberNoted: { schemaVersion: 1, data: z.strictObject({ number: z.int() }) },
};
type NumberEvent = EventOf<typeof eventTypes>;
type Add = readonly number[];

const numbers = (evolved = vi.fn()): Decider<Add, NumberEvent, readonly number[], string, number[]> => ({
  streams: 'numbers-',
  eventTypes,
  uncounted: ['NumberNoted'],
  initialState: () => [],
  decide: (added) => added.map((number) => ({ type: 'NumberAdded', data: { number } })),
  evolve(list, { data }) {
    evolved();
    if (data.number < 0) throw new Error('no number is negative');
    list.push(data.number);
    return list;
  },
  resultOf: (event, list) => `${event?.data.number ?? 'nothing'} of ${list}`,
});

const STREAM = 'numbers-1';

const runOf = (key: string, different: Partial<CommandRun> & { requestHash?: string } = {}): CommandRun => {
  const { requestHash = 'hash', ...run } = different;
  const commandId = derivedId(key);
  const context = { commandId, requestHash, correlationId: 'c', causationId: 'c', actor: { kind: 'test' } };
  return { context, deadline: Number.POSITIVE_INFINITY, ...run };
};

/** One process with these streams on a log. */
const streamsOn = (store: EventStore, evolved = vi.fn()) =>
  createEventStreams(store, numbers(evolved), {
    mutex: createKeyedMutex(),
    now: () => new Date('2026-11-20T18:00:00Z'),
  });

describe('a command', () => {
  it('is answered from its first event and the state behind its last', async () => {
    const streams = streamsOn(memoryEventStore());
    expect(await streams.handle(STREAM, () => [1, 2], runOf('a'))).toMatchObject({ result: '1 of 1,2' });
  });

  it('that changes nothing returns the position of the stream', async () => {
    const streams = streamsOn(memoryEventStore());
    expect(await streams.handle(STREAM, () => [], runOf('a'))).toEqual({
      position: null,
      version: 0,
      result: 'nothing of ',
    });
    const { position } = await streams.handle(STREAM, () => [7], runOf('b'));
    expect(await streams.handle(STREAM, () => [], runOf('c'))).toEqual({
      position,
      version: 1,
      result: 'nothing of 7',
    });
  });

  it('is answered as the first time, also after later events, in this process and the next', async () => {
    const store = memoryEventStore();
    const streams = streamsOn(store);
    const { position, result } = await streams.handle(STREAM, () => [1, 2], runOf('a'));
    await streams.handle(STREAM, () => [3], runOf('b'));
    for (const process of [streams, streamsOn(store)]) {
      const again = await process.handle(STREAM, () => [9], runOf('a'));
      expect(again).toMatchObject({ position, result });
    }
    expect(await store.read(STREAM)).toHaveLength(3);
  });

  it('is refused when its key was used for another request, and when its sender saw another version', async () => {
    const streams = streamsOn(memoryEventStore());
    await streams.handle(STREAM, () => [1], runOf('a'));
    const other = runOf('a', { requestHash: 'another' });
    await expect(streams.handle(STREAM, () => [2], other)).rejects.toMatchObject({
      name: 'RuleBroken',
      code: 'idempotency-key-reused',
    });
    const late = runOf('b', { ifVersion: 0 });
    await expect(streams.handle(STREAM, () => [2], late)).rejects.toMatchObject({
      name: 'RuleBroken',
      code: 'stale',
    });
    await expect(streams.handle(STREAM, () => [2], runOf('b', { ifVersion: 1 }))).resolves.toMatchObject({
      result: '2 of 1,2',
    });
  });

  it('that is refused for another version tells what was decided since, the last twenty of them', async () => {
    const store = memoryEventStore();
    const streams = streamsOn(store);
    for (const number of [1, 2, 3]) await streams.handle(STREAM, () => [number], runOf(`add ${number}`));
    await record(store, [{ stream: STREAM, type: 'NumberNoted', data: { number: 4 } }]);
    const refusal = (ifVersion: number) =>
      streams
        .handle(STREAM, () => [9], runOf('late', { ifVersion }))
        .then(
          () => expect.fail('was not refused'),
          (error: StaleVersion) => error,
        );
    const decision = { type: 'NumberAdded', at: '2026-11-20T18:00:00.000Z', actor: { kind: 'test' } };
    expect(await refusal(1)).toMatchObject({ version: 3, since: [decision, decision] });
    expect(await refusal(7), 'a version that there never was').toMatchObject({ version: 3, since: [] });
    const many = Array.from({ length: 30 }, (_, number) => number);
    expect(await streams.handle(STREAM, () => many, runOf('many'))).toMatchObject({ version: 33 });
    expect((await refusal(1)).since).toHaveLength(20);
    expect(await streams.handle(STREAM, () => [], runOf('none'))).toMatchObject({ version: 33 });
  });

  it('on a stream that is not there is decided, under any version that its sender saw', async () => {
    const streams = streamsOn(memoryEventStore());
    expect(await streams.handle(STREAM, () => [1], runOf('a', { ifVersion: 5 }))).toMatchObject({
      version: 1,
    });
  });

  it('does not count what is no decision for the version', async () => {
    const store = memoryEventStore();
    await record(store, [{ stream: STREAM, type: 'NumberNoted', data: { number: 1 } }]);
    expect((await streamsOn(store).load(STREAM)).version).toBe(0);
  });

  it('leaves nothing behind when its append fails', async () => {
    const store = memoryEventStore();
    let isLost = true;
    const lossy: EventStore = {
      ...store,
      async append(...append) {
        if (!isLost) return store.append(...append);
        isLost = false;
        throw new StoreUnavailable('lost');
      },
    };
    const streams = streamsOn(lossy);
    await expect(streams.handle(STREAM, () => [1], runOf('a'))).rejects.toThrow(StoreUnavailable);
    expect((await streams.load(STREAM)).state).toEqual([]);
    expect(await streams.handle(STREAM, () => [2], runOf('a'))).toMatchObject({ result: '2 of 2' });
  });
});

describe('a stream as it was read', () => {
  it('is no longer good once a later read has carried it on', async () => {
    const store = memoryEventStore();
    const streams = streamsOn(store);
    const before = await streams.load(STREAM);
    await streamsOn(store).handle(STREAM, () => [1], runOf('elsewhere'));
    expect(before.state).toEqual([]);
    const after = await streams.load(STREAM);
    expect(after.state).toEqual([1]);
    expect(() => before.state).toThrow(WrongExpectedRevision);
    const event = { type: 'NumberAdded', data: { number: 2 } } as const;
    await expect(streams.append(before, [event], runOf('a').context)).rejects.toThrow(WrongExpectedRevision);
    expect((await streams.load(STREAM)).state).toEqual([1]);
  });

  it('is read as it is, although another read that ended at the same time has carried it on', async () => {
    const store = memoryEventStore();
    const { store: gated, gates } = gatedStore(store);
    const streams = streamsOn(gated);
    const list = () => streams.read(STREAM, ({ state }) => [...state]);
    const openAll = async (count: number) => {
      await vi.waitFor(() => expect(gates).toHaveLength(count));
      for (const open of gates.splice(0)) open();
    };
    const first = list();
    await openAll(1);
    expect(await first).toEqual([]);
    const earlier = list();
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    await streamsOn(store).handle(STREAM, () => [1], runOf('elsewhere'));
    const later = list();
    await openAll(2);
    expect(await later).toEqual([1]);
    await openAll(1);
    expect(await earlier).toEqual([1]);
  });

  it('knows no command that was applied behind it', async () => {
    const store = memoryEventStore();
    const streams = streamsOn(store);
    const before = await streams.load(STREAM);
    const run = runOf('a');
    await streams.handle(STREAM, () => [1], run);
    expect(before.appliedBy(run.context.commandId)).toBeUndefined();
    expect((await streams.load(STREAM)).appliedBy(run.context.commandId)).toMatchObject({ revision: 0n });
  });

  it('answers a decision that is sent twice at its revision like the first', async () => {
    const store = memoryEventStore();
    const [here, there] = [streamsOn(store), streamsOn(store)];
    const [mine, theirs] = [await here.load(STREAM), await there.load(STREAM)];
    const event = { type: 'NumberAdded', data: { number: 1 } } as const;
    const { context } = runOf('a');
    const first = await here.append(mine, [event], context);
    expect(await there.append(theirs, [event], context)).toEqual(first);
    expect((await there.load(STREAM)).state).toEqual([1]);
  });

  it('has every event once, although two reads of it overlap', async () => {
    const { overlapping } = await givenOverlappingReads(2);
    const [first, second] = await overlapping;
    expect([first?.value?.state, second?.value?.state]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect([first?.value?.version, second?.value?.version]).toEqual([2, 2]);
  });
});

/** A process has the stream in memory and reads it twice at once, when another has added a number to it. */
async function givenOverlappingReads(number: number) {
  const log = memoryEventStore();
  const { store, gates } = gatedStore(log);
  const reader = streamsOn(store);
  await streamsOn(log).handle(STREAM, () => [1], runOf('a'));
  const openAll = () => {
    for (const open of gates.splice(0)) open();
  };
  const loaded = reader.load(STREAM);
  await expect.poll(() => gates.length).toBe(1);
  openAll();
  const before = await loaded;
  await record(log, [{ stream: STREAM, type: 'NumberAdded', data: { number } }]);
  const overlapping = Promise.allSettled([reader.load(STREAM), reader.load(STREAM)]);
  await expect.poll(() => gates.length).toBe(2);
  openAll();
  await overlapping;
  return {
    before,
    overlapping: overlapping.then((loads) =>
      loads.map((load) => (load.status === 'fulfilled' ? { value: load.value } : { error: load.reason })),
    ),
  };
}

describe('a stream that cannot be read', () => {
  it.each([
    ['is not known', 'NumberPainted', 1, UnknownEvent],
    ['cannot follow', 'NumberAdded', -1, MisplacedEvent],
  ] as const)('for an event that %s refuses its commands, every time', async (_, type, number, error) => {
    const store = memoryEventStore();
    const streams = streamsOn(store);
    await streams.handle(STREAM, () => [1], runOf('a'));
    await record(store, [{ stream: STREAM, type, data: { number } }]);
    for (const key of ['b', 'b', 'c'])
      await expect(streams.handle(STREAM, () => [2], runOf(key))).rejects.toThrow(error);
    expect(await streams.handle('numbers-2', () => [2], runOf('b'))).toMatchObject({ result: '2 of 2' });
  });

  it('is read by nobody, not even by whoever had read what came before', async () => {
    const { before, overlapping } = await givenOverlappingReads(-1);
    for (const { error } of await overlapping)
      expect(error).toHaveProperty('message', expect.stringContaining(STREAM));
    expect(() => before.state).toThrow(WrongExpectedRevision);
  });

  it('gets no event of another kind', async () => {
    const store = memoryEventStore();
    const painted = { type: 'NumberPainted', data: { number: 1 } } as unknown as NumberEvent;
    const streams = createEventStreams(
      store,
      { ...numbers(), decide: () => [painted] },
      { mutex: createKeyedMutex(), now: () => new Date() },
    );
    await expect(streams.handle(STREAM, () => [1], runOf('a'))).rejects.toThrow(
      'numbers-1 can have no event NumberPainted',
    );
    expect(await store.head()).toBe('');
  });
});
