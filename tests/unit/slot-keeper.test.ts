import { describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { agendaEventTypes, agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { noBooking } from '../../src/features/booking/appointment/state.ts';
import { record, recorded } from '../projections/events.ts';
import { createClock, follow, MINUTE, typesOf } from '../support/booking/keeper-facts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import {
  book,
  createTestSalon,
  runOf,
  type TestSalon,
  TUESDAY,
  takeWithoutClaim,
} from '../support/salon/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const BOOKING = bookingIdOf(KEY);
const NONE = { kind: 'none' } as const;

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
    expect(salon.keeper.openItems).toBe(0);
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

  it('leaves alone a slot that its booking has claimed again, or has never claimed', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY);
    const stream = bookingStream(BOOKING);
    const data = (await log.read(agendaStream(TUESDAY)))[0]?.data;
    const { slotId, start, end } = agendaEventTypes.SlotTaken.data.parse(data);
    const letGo = (slot: string) => ({
      stream,
      type: 'BookingCancelled',
      data: { slotId: slot, reason: 'other', notice: 'none' },
    });
    const claimedAgain = { slotId, date: TUESDAY, start, end, status: 'pending' };
    await record(log, [
      letGo(slotId),
      { stream, type: 'BookingReinstated', data: claimedAgain },
      letGo('00000000-0000-4000-8000-00000000000f'),
      { stream, type: 'BookingReinstated', data: claimedAgain },
    ]);
    await follow(log, salon);
    expect(await typesOf(log)).not.toContain('SlotReleased');
  });

  it('reads nothing for a slot that is given back already', async () => {
    const log = memoryEventStore();
    const first = createTestSalon(log);
    await book(first, KEY);
    await first.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, change('cancel'));
    await follow(log, first);
    const { store, reads } = counting(log);
    await follow(log, createTestSalon(store));
    expect(reads.size).toBe(0);
  });

  it('reports each claim that it fenced off and each slot that it released', async () => {
    const log = memoryEventStore();
    const outcomes: string[] = [];
    const clock = createClock();
    const salon = createTestSalon(log, { now: clock.now, settled: (outcome) => outcomes.push(outcome) });
    await book(salon, KEY);
    await salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, change('cancel'));
    await follow(log, salon);
    expect(outcomes).toEqual(['released']);
    await takeWithoutClaim(log, 'the-next-key-0123456789');
    await follow(log, salon);
    clock.pass(MINUTE);
    await salon.keeper.due.run();
    expect(outcomes).toEqual(['released', 'fenced', 'released']);
  });

  it('says when the earliest of its slots is due, however many they are', async () => {
    const log = memoryEventStore();
    const clock = createClock();
    const salon = createTestSalon(log, { now: clock.now });
    expect(salon.keeper.due.inMs()).toBeNull();
    const [taken] = recorded([{ stream: agendaStream(TUESDAY), type: 'SlotTaken', data: {} }]);
    const takeMany = async (from: number, count: number) => {
      if (!taken) throw new Error('one event was recorded');
      const data = { bookingId: BOOKING, start: 0, end: 1 };
      const events = Array.from({ length: count }, (_, n) => ({
        ...taken,
        data: { ...data, slotId: `slot-${from + n}` },
      }));
      await salon.keeper.handle({ events, position: '', caughtUp: true });
    };
    await takeMany(0, 1);
    clock.pass(1_000);
    // More than the arguments that one call can take.
    await takeMany(1, 200_000);
    expect(salon.keeper.due.inMs()).toBe(MINUTE - 1_000);
    clock.pass(-2_000);
    await takeMany(300_000, 1);
    expect(salon.keeper.due.inMs()).toBe(MINUTE);
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
    const claimed = { ...noBooking(), claimed: new Map([[slotId, TUESDAY]]) };
    expect(() => bookingDecider.decide({ kind: 'LapseClaim', slotId }, claimed)).toThrow('slot-id-used');
  });
});
