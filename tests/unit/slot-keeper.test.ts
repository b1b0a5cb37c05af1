import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateProcessTable, postgresProcessTable } from '../../src/adapters/process-table.ts';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { derivedId } from '../../src/eventsourcing/identity.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import { memoryProcessTable, type ProcessTable } from '../../src/eventsourcing/process-table.ts';
import { agendaStream } from '../../src/features/agenda/events.ts';
import { runSlotKeeper, type SlotKeeperHealth } from '../../src/features/agenda/run-slot-keeper.ts';
import type { OpenSlot } from '../../src/features/agenda/slot-keeper.ts';
import { bookingIdOf } from '../../src/features/booking/commands.ts';
import { bookingStream } from '../../src/features/booking/events.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { nextBatch } from '../support/protocol-world.ts';
import { book, createTestSalon, runOf, type TestSalon, TUESDAY } from '../support/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const BOOKING = bookingIdOf(KEY);
const staff = { kind: 'admin', message: { kind: 'none' } } as const;
const MINUTE = 60_000;

/** A clock that the test turns. */
function createClock(start = Date.parse('2026-11-20T18:00:00Z')) {
  let time = start;
  return { now: () => new Date(time), pass: (ms: number) => (time += ms) };
}

/** How often each stream was read. */
function counting(log: EventStore) {
  const reads = new Map<string, number>();
  const store: EventStore = {
    ...log,
    read(stream, from) {
      reads.set(stream, (reads.get(stream) ?? 0) + 1);
      return log.read(stream, from);
    },
  };
  return { store, reads };
}

/** A booking whose request is lost after its slot was taken. */
async function takeWithoutClaim(log: EventStore, key = KEY): Promise<void> {
  const cut: EventStore = {
    ...log,
    async append(stream, expected, events) {
      if (events[0].type === 'BookingRequested') throw new StoreUnavailable('lost');
      return log.append(stream, expected, events);
    },
  };
  await expect(book(createTestSalon(cut), key)).rejects.toThrow(StoreUnavailable);
}

async function follow(log: EventStore, { keeper }: TestSalon): Promise<void> {
  await keeper.follow(await nextBatch(log, keeper.position));
}

const typesOf = async (log: EventStore) => (await nextBatch(log, LOG_START)).events.map(({ type }) => type);
const change = (command: string, key = `${command}-key-0123456789`) =>
  runOf({ key, command, subject: BOOKING });

describe('the slot keeper', () => {
  it('settles a slot that is claimed at once without reading any stream', async () => {
    const log = memoryEventStore();
    await book(createTestSalon(log), KEY);
    const { store, reads } = counting(log);
    const salon = createTestSalon(store);
    await follow(log, salon);
    await salon.keeper.sweep();
    expect(salon.keeper.openSlots).toBe(0);
    expect(reads.size).toBe(0);
  });

  it.each([
    ['cancelled', (salon: TestSalon) => salon.bookings.cancel(staff, BOOKING, 'other', change('cancel'))],
    ['deleted', (salon: TestSalon) => salon.bookings.remove(BOOKING, change('remove'))],
    [
      'moved away from',
      (salon: TestSalon) =>
        salon.bookings.reschedule(staff, BOOKING, { date: '2026-11-25', start: 600 }, change('reschedule')),
    ],
  ])('gives back at once a slot that was %s', async (_, letGo) => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY);
    await letGo(salon);
    await follow(log, salon);
    const released = (await log.read(agendaStream(TUESDAY))).at(-1);
    expect(released).toMatchObject({ type: 'SlotReleased', data: { bookingId: BOOKING } });
    expect(released?.metadata.actor).toEqual({ kind: 'system', process: 'slot-keeper' });
    expect((await book(salon, 'the-next-key-0123456789')).status).toBe('pending');
  });

  it('leaves alone the slot of a booking that was cancelled and reinstated meanwhile', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY);
    await salon.bookings.cancel(staff, BOOKING, 'other', change('cancel'));
    await salon.bookings.reinstate(BOOKING, change('reinstate'));
    await follow(log, salon);
    await follow(log, salon);
    await expect(book(salon, 'the-next-key-0123456789')).rejects.toThrow('slot-taken');
    expect((await typesOf(log)).filter((type) => type === 'SlotReleased')).toHaveLength(1);
  });

  it('waits a minute by its own clock for a claim, then fences it off and gives the slot back', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log);
    const clock = createClock();
    const salon = createTestSalon(log, { now: clock.now });
    await follow(log, salon);
    clock.pass(MINUTE - 1);
    await salon.keeper.sweep();
    expect(await typesOf(log)).toEqual(['SlotTaken']);
    clock.pass(1);
    await salon.keeper.sweep();
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
    expect(salon.keeper.openSlots).toBe(0);
  });

  it('looks again later when the claim comes while it fences', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log);
    const clock = createClock();
    const late: EventStore = {
      ...log,
      async append(stream, expected, events) {
        if (events[0].type === 'SlotClaimLapsed') await book(createTestSalon(log), KEY);
        return log.append(stream, expected, events);
      },
    };
    const salon = createTestSalon(late, { now: clock.now });
    await follow(log, salon);
    clock.pass(MINUTE);
    await salon.keeper.sweep();
    expect(salon.keeper.openSlots).toBe(1);
    await salon.keeper.sweep();
    expect(salon.keeper.openSlots).toBe(0);
    expect(await typesOf(log)).toEqual(['SlotTaken', 'BookingRequested']);
  });

  it('writes nothing twice, though two of them act at once', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log);
    const clock = createClock();
    const salons = [createTestSalon(log, { now: clock.now }), createTestSalon(log, { now: clock.now })];
    for (const salon of salons) await follow(log, salon);
    clock.pass(MINUTE);
    await Promise.all(salons.map(({ keeper }) => keeper.sweep()));
    await Promise.all(salons.map(({ keeper }) => keeper.sweep()));
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('releases what another keeper has fenced off and then left', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log);
    const clock = createClock();
    const dying = createTestSalon(
      {
        ...log,
        async append(stream, expected, events) {
          if (events[0].type === 'SlotReleased') throw new StoreUnavailable('killed');
          return log.append(stream, expected, events);
        },
      },
      { now: clock.now },
    );
    await follow(log, dying);
    clock.pass(MINUTE);
    await expect(dying.keeper.sweep()).rejects.toThrow(StoreUnavailable);
    const next = createTestSalon(log, { now: clock.now });
    await follow(log, next);
    clock.pass(MINUTE);
    await next.keeper.sweep();
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('remembers across a restart since when it has been waiting', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log);
    const clock = createClock();
    const table = memoryProcessTable<OpenSlot>();
    const first = createTestSalon(log, { now: clock.now, table });
    await first.keeper.restore();
    await follow(log, first);
    await first.keeper.save();
    clock.pass(MINUTE);
    const second = createTestSalon(log, { now: clock.now, table });
    await second.keeper.restore();
    expect(second.keeper).toMatchObject({ openSlots: 1, position: await log.head() });
    expect(second.keeper.dueInMs()).toBe(0);
    await second.keeper.sweep();
    await second.keeper.save();
    expect((await table.load()).items.size).toBe(0);
    expect((await typesOf(log)).at(-1)).toBe('SlotReleased');
  });
});

describe('running the slot keeper', () => {
  /** Runs a keeper and waits for its health to be as wished. */
  function run(log: EventStore, table: ProcessTable<OpenSlot> = memoryProcessTable(), patienceMs = MINUTE) {
    const stop = new AbortController();
    const salon = createTestSalon(log);
    const waiting: { when: (health: SlotKeeperHealth) => boolean; resolve: () => void }[] = [];
    let health: SlotKeeperHealth | undefined;
    const ended = runSlotKeeper(
      {
        store: log,
        agendas: salon.agendas,
        table,
        now: () => new Date(),
        patienceMs,
        report(now) {
          health = now;
          for (const { when, resolve } of waiting) if (when(now)) resolve();
        },
      },
      stop.signal,
    );
    return {
      salon,
      ended,
      stop: () => stop.abort(),
      until: (when: (health: SlotKeeperHealth) => boolean) =>
        new Promise<void>((resolve) => {
          if (health && when(health)) resolve();
          waiting.push({ when, resolve });
        }),
    };
  }

  it('offers a cancelled slot again within a second', async () => {
    const log = memoryEventStore();
    const { salon, until, stop, ended } = run(log);
    await book(salon, KEY);
    const { position } = await salon.bookings.cancel(staff, BOOKING, 'other', change('cancel'));
    const cancelledAt = performance.now();
    await until((health) => health.position > position);
    expect((await typesOf(log)).at(-1)).toBe('SlotReleased');
    expect(performance.now() - cancelledAt).toBeLessThan(1_000);
    stop();
    await ended;
  });

  it('comes back by itself to a slot whose time is up, and saves where it stands when stopped', async () => {
    const log = memoryEventStore();
    const table = memoryProcessTable<OpenSlot>();
    await takeWithoutClaim(log);
    const { until, stop, ended } = run(log, table, 100);
    const { position } = (await nextBatch(log, LOG_START)).events.at(-1) ?? { position: '' };
    await until((health) => health.openSlots === 0 && health.position > position);
    stop();
    await ended;
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
    expect((await table.load()).position).toBe(await log.head());
  });

  it('takes up again where the store was lost', async () => {
    const log = memoryEventStore();
    let losses = 2;
    const shaky: EventStore = {
      ...log,
      subscribe(options) {
        if (losses-- > 0) throw new StoreUnavailable('lost');
        return log.subscribe(options);
      },
    };
    await book(createTestSalon(log), KEY);
    const { until, stop, ended } = run(shaky);
    await until(({ status, lastError }) => status === 'retrying' && lastError !== null);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    stop();
    await ended;
    expect(losses).toBeLessThan(0);
  });

  it('stops loudly at an event that it does not know', async () => {
    const log = memoryEventStore();
    await log.append(bookingStream(BOOKING), 'no-stream', [
      {
        id: derivedId('unknown'),
        type: 'BookingTeleported',
        data: {},
        metadata: {
          commandId: derivedId('unknown'),
          requestHash: '',
          correlationId: '',
          causationId: '',
          actor: { kind: 'customer' },
          at: '2026-11-20T18:00:00.000Z',
          schemaVersion: 1,
        },
      },
    ]);
    const { ended, until } = run(log);
    await expect(ended).rejects.toThrow(UnknownEvent);
    await until(({ status, lastError }) => status === 'stopped' && /BookingTeleported/.test(lastError ?? ''));
  });
});

describe('the memory of a process', () => {
  let database: TestDatabase;
  const name = { process: 'slot-keeper', items: 'slot_keeper_slots' };

  beforeAll(async () => {
    database = await createTestDatabase();
    await Promise.all([migrateProcessTable(database.pool, name), migrateProcessTable(database.pool, name)]);
  });
  afterAll(() => database.drop());

  const slot = (date: string): OpenSlot => ({ bookingId: BOOKING, date, seenAt: '2026-11-20T18:00:00.000Z' });
  const position = (n: number) => n.toString(16).padStart(32, '0');

  it.each([
    ['in memory', async () => memoryProcessTable<OpenSlot>()],
    [
      'in Postgres',
      async () => {
        await database.pool.query('truncate slot_keeper_slots, process_checkpoints');
        return postgresProcessTable<OpenSlot>(database.pool, name);
      },
    ],
  ])('%s keeps items and checkpoint together and never goes back', async (_, open) => {
    const table = await open();
    expect(await table.load()).toEqual({ position: LOG_START, items: new Map() });
    const items = new Map([
      ['a', slot('2026-11-24')],
      ['b', slot('2026-11-25')],
    ]);
    await table.save({ position: position(10), put: items, removed: [] });
    expect(await table.load()).toEqual({ position: position(10), items });
    await table.save({ position: position(9), put: new Map([['b', slot('1999-01-01')]]), removed: ['a'] });
    expect(await table.load()).toEqual({
      position: position(10),
      items: new Map([['b', slot('2026-11-25')]]),
    });
  });

  it('in Postgres says that the store is unavailable when it is', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const table = postgresProcessTable<OpenSlot>(gone.pool, name);
    await expect(table.load()).rejects.toThrow(StoreUnavailable);
  });
});
