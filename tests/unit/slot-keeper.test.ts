import { describe, expect, it } from 'vitest';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { slotClaimsDecider } from '../../src/features/booking/slot-keeper/claims.ts';
import { nextBatch } from '../support/next-batch.ts';
import {
  book,
  createTestSalon,
  newKeeperMemory,
  runOf,
  type TestSalon,
  TUESDAY,
  takeWithoutClaim,
} from '../support/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const BOOKING = bookingIdOf(KEY);
const NONE = { kind: 'none' } as const;
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

async function follow(log: EventStore, { keeperSteps }: TestSalon): Promise<void> {
  await keeperSteps.handle(await nextBatch(log, keeperSteps.position));
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
    await salon.keeper.due.run();
    expect(salon.keeper.openItems).toBe(0);
    expect(reads.size).toBe(0);
  });

  it.each([
    [
      'cancelled',
      (salon: TestSalon) =>
        salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, change('cancel')),
    ],
    ['deleted', (salon: TestSalon) => salon.bookings.remove(BOOKING, change('remove'))],
    [
      'moved away from',
      (salon: TestSalon) =>
        salon.bookings.reschedule(
          BOOKING,
          { date: '2026-11-25', start: 600, notice: NONE },
          change('reschedule'),
        ),
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
    await salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, change('cancel'));
    await salon.bookings.reinstate(BOOKING, change('reinstate'));
    await follow(log, salon);
    await follow(log, salon);
    await expect(book(salon, 'the-next-key-0123456789')).rejects.toThrow('slot-taken');
    expect((await typesOf(log)).filter((type) => type === 'SlotReleased')).toHaveLength(1);
  });

  it('waits a minute by its own clock for a claim, then fences it off and gives the slot back', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const salon = createTestSalon(log, { now: clock.now });
    await follow(log, salon);
    clock.pass(MINUTE - 1);
    await salon.keeper.due.run();
    expect(await typesOf(log)).toEqual(['SlotTaken']);
    clock.pass(1);
    await salon.keeper.due.run();
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
    expect(salon.keeper.openItems).toBe(0);
  });

  it('begins the minute again when the clock is put back, and does not wait for the old time to come', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const salon = createTestSalon(log, { now: clock.now });
    await follow(log, salon);
    clock.pass(-60 * MINUTE);
    await salon.keeper.due.run();
    expect(salon.keeper.due.inMs()).toBe(MINUTE);
    clock.pass(MINUTE);
    await salon.keeper.due.run();
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('looks again later when the claim comes while it fences', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
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
    await salon.keeper.due.run();
    expect(salon.keeper.openItems).toBe(1);
    await salon.keeper.due.run();
    expect(salon.keeper.openItems).toBe(0);
    expect(await typesOf(log)).toEqual(['SlotTaken', 'BookingRequested']);
  });

  it('writes nothing twice, though two of them act at once', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const salons = [createTestSalon(log, { now: clock.now }), createTestSalon(log, { now: clock.now })];
    for (const salon of salons) await follow(log, salon);
    clock.pass(MINUTE);
    await Promise.all(salons.map(({ keeper }) => keeper.due.run()));
    await Promise.all(salons.map(({ keeper }) => keeper.due.run()));
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('releases what another keeper has fenced off and then left', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
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
    await expect(dying.keeper.due.run()).rejects.toThrow(StoreUnavailable);
    const next = createTestSalon(log, { now: clock.now });
    await follow(log, next);
    clock.pass(MINUTE);
    await next.keeper.due.run();
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('remembers across a restart since when it has been waiting', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const keeperMemory = newKeeperMemory();
    const first = createTestSalon(log, { now: clock.now, keeperMemory });
    await first.keeperSteps.load();
    await follow(log, first);
    await first.keeperSteps.save();
    clock.pass(MINUTE);
    const second = createTestSalon(log, { now: clock.now, keeperMemory });
    await second.keeperSteps.load();
    expect(second.keeper.openItems).toBe(1);
    expect(second.keeperSteps.position).toBe(await log.head());
    expect(second.keeper.due.inMs()).toBe(0);
    await second.keeper.due.run();
    await second.keeperSteps.save();
    const third = createTestSalon(log, { now: clock.now, keeperMemory });
    await third.keeperSteps.load();
    expect(third.keeper.openItems).toBe(0);
    expect((await typesOf(log)).at(-1)).toBe('SlotReleased');
  });

  it('saves that it has settled what the same keeper saved as open', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const keeperMemory = newKeeperMemory();
    const { keeper, keeperSteps } = createTestSalon(log, { now: clock.now, keeperMemory });
    await keeperSteps.load();
    await keeperSteps.handle(await nextBatch(log, LOG_START));
    await keeperSteps.save();
    clock.pass(MINUTE);
    await keeper.due.run();
    await keeperSteps.save();
    const next = createTestSalon(log, { now: clock.now, keeperMemory });
    await next.keeperSteps.load();
    expect(next.keeper.openItems).toBe(0);
  });

  it('forgets what it has not saved when it loads again', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const { keeper, keeperSteps } = createTestSalon(log);
    await keeperSteps.load();
    await keeperSteps.handle(await nextBatch(log, LOG_START));
    expect(keeper.openItems).toBe(1);
    await keeperSteps.load();
    expect(keeper.openItems).toBe(0);
  });

  it('waits no longer for a slot that another keeper has given back', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const [quick, slow] = [
      createTestSalon(log, { now: clock.now }),
      createTestSalon(log, { now: clock.now }),
    ];
    for (const salon of [quick, slow]) await follow(log, salon);
    clock.pass(MINUTE);
    await quick.keeper.due.run();
    expect(slow.keeper.openItems).toBe(1);
    await follow(log, slow);
    expect(slow.keeper.openItems).toBe(0);
  });

  it('gives nothing back when the fence could not be written', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const unfenced: EventStore = {
      ...log,
      async append(stream, expected, events) {
        if (events[0].type === 'SlotClaimLapsed') throw new StoreUnavailable('gone');
        return log.append(stream, expected, events);
      },
    };
    const salon = createTestSalon(unfenced, { now: clock.now });
    await follow(log, salon);
    clock.pass(MINUTE);
    await expect(salon.keeper.due.run()).rejects.toThrow(StoreUnavailable);
    expect(salon.keeper.openItems).toBe(1);
    expect(await typesOf(log)).toEqual(['SlotTaken']);
  });
});

describe('the fence', () => {
  it('is never put before a slot that the booking has claimed', () => {
    const slotId = '00000000-0000-4000-8000-000000000001';
    const claimed = { current: slotId, claimed: new Map([[slotId, TUESDAY]]), lapsed: new Set<string>() };
    expect(() => slotClaimsDecider.decide({ slotId }, claimed)).toThrow('slot-id-used');
  });
});
