import { describe, expect, it, vi } from 'vitest';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { type Fact, newEvent, record } from '../projections/events.ts';
import { wanting } from '../support/booking/agenda-facts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { runOf, TIME_ZONE, TUESDAY } from '../support/salon/test-salon.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';

/** The work of a command, not its time, on a day with a long history. */

const STREAM = agendaStream(TUESDAY);
const NOW = new Date('2026-11-20T18:00:00Z');
const EXPIRED = '2026-11-20T17:00:00.000Z';
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const onTheDay = (type: string, data: Fact['data']): Fact => ({ stream: STREAM, type, data });

/** Slots taken and released, and holds that ran out: all of them leave something in the state. */
const busyDay = (rounds: number): readonly Fact[] =>
  Array.from({ length: rounds }, (_, n) => {
    const time = { start: 540 + 30 * (n % 4), end: 570 + 30 * (n % 4) };
    const slot = { slotId: id(n), bookingId: id(1_000_000 + n) };
    return [
      onTheDay('SlotHeld', { holdId: id(2_000_000 + n), start: 900, end: 930, expiresAt: EXPIRED }),
      onTheDay('SlotTaken', { ...slot, ...time }),
      onTheDay('SlotReleased', slot),
    ];
  }).flat();

/** A process that has the day in memory, and counters of its later work. */
async function givenBusyDay(rounds: number) {
  const store = memoryEventStore();
  await record(store, busyDay(rounds));
  const read = vi.fn(store.read);
  const evolve = vi.fn(agendaDecider.evolve);
  const streams = createEventStreams(
    { ...store, read },
    { ...agendaDecider, evolve },
    { mutex: createKeyedMutex(), now: () => NOW },
  );
  await streams.load(STREAM);
  evolve.mockClear();
  read.mockClear();
  return { streams, evolve, read };
}

type Streams = Awaited<ReturnType<typeof givenBusyDay>>['streams'];

/** Counts the entries put into maps and sets, copies of them included. */
async function insertions(work: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(Map.prototype, 'set'), vi.spyOn(Set.prototype, 'add')];
  await work();
  const count = spies.reduce((total, { mock }) => total + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

const hold = (streams: Streams, n: number, replaces?: string) =>
  streams.handle(
    STREAM,
    () => ({
      kind: 'HoldSlot',
      holdId: id(3_000_000 + n),
      ...wanting({ start: 600, end: 630 }),
      expiresAt: '2026-11-20T18:10:00.000Z',
      replaces,
      terms: { kind: 'public', windows: [{ start: 540, end: 1260 }], rules: USUAL_STARTS },
      clock: { date: TUESDAY, timeZone: TIME_ZONE, now: NOW },
    }),
    runOf({ key: `hold ${n}`, command: 'hold-slot' }),
  );

describe('on a day that has seen much', () => {
  it('swapping a hold folds its own two events, and costs no more than on a quiet day', async () => {
    const costs: number[] = [];
    for (const rounds of [10, 2_000]) {
      const { streams, evolve } = await givenBusyDay(rounds);
      await hold(streams, 1);
      evolve.mockClear();
      costs.push(await insertions(() => hold(streams, 2, id(3_000_001))));
      expect(evolve).toHaveBeenCalledTimes(2);
    }
    const [quiet = 0, busy] = costs;
    expect(busy).toBeLessThanOrEqual(quiet);
  });

  it('a retry is answered from memory: nothing is folded, and only what is new is read', async () => {
    const { streams, evolve, read } = await givenBusyDay(500);
    const first = await hold(streams, 1);
    await hold(streams, 2, id(3_000_001));
    evolve.mockClear();
    read.mockClear();
    expect(await hold(streams, 1)).toMatchObject(first);
    expect(evolve).not.toHaveBeenCalled();
    expect(read.mock.calls).toEqual([[STREAM, 1_503n]]);
  });

  it('the day is folded from nothing with as much work an event as a short one', async () => {
    const cost = async (rounds: number) => {
      const facts = busyDay(rounds);
      const store = memoryEventStore();
      await record(store, facts);
      const streams = createEventStreams(store, agendaDecider, { mutex: createKeyedMutex(), now: () => NOW });
      return (await insertions(() => streams.load(STREAM))) / facts.length;
    };
    expect(await cost(2_000)).toBeCloseTo(await cost(200), 0);
  });
});

describe('the state of a day', () => {
  it('keeps nothing of a released slot but its id', async () => {
    const { streams } = await givenBusyDay(50);
    const { taken, released, holds } = (await streams.load(STREAM)).state;
    expect([taken.size, released.size, holds.size]).toEqual([0, 50, 50]);
  });

  it('has no part in another fold', () => {
    const event = newEvent(busyDay(1)[1] as Fact) as unknown as Parameters<typeof agendaDecider.evolve>[1];
    agendaDecider.evolve(agendaDecider.initialState(), event);
    expect(agendaDecider.initialState().taken.size).toBe(0);
  });
});
