import { expect, it } from 'vitest';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { MOST_CUSTOMER_MOVES } from '../../src/features/booking/appointment/decider.ts';
import type { BookingLimits, HoldLimits } from '../../src/salon/booking-limits.ts';
import {
  DEFAULT_BOOKING_LIMITS,
  DEFAULT_HOLD_LIMITS,
  SMALL_HOLD_LIMITS,
  SMALL_LIMITS,
} from '../support/booking/admission-limits.ts';
import { admissionWorld, HOME, newPerson, sourceOf } from '../support/booking/admission-world.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { createTestSalon, newBooking, runOf, service, TUESDAY } from '../support/salon/test-salon.ts';

/** The shortest service that a catalogue can have. */
const SHORTEST = 15;
/** A taken slot is released at some time. */
const EVENTS_OF_A_SLOT = 2;
/** A hold that is made is dropped at some time. */
const EVENTS_OF_A_HOLD = 2;

/**
 * The most events that one sender can add to one salon day within a day: by holding, by booking, and by moving and
 * cancelling bookings that aren't confirmed. A confirmed booking can be moved, too.
 */
function mostEvents(
  { with_proof }: Pick<BookingLimits, 'with_proof'>,
  { per_date }: HoldLimits,
  confirmed = 0,
) {
  const earlier = Math.floor(with_proof.unconfirmed_minutes / SHORTEST) + confirmed;
  const moves = EVENTS_OF_A_SLOT * MOST_CUSTOMER_MOVES;
  // The slot that an earlier booking has on that day is there already.
  const ofEarlier = earlier * (moves + EVENTS_OF_A_SLOT - 1);
  const ofNew = with_proof.bookings_per_day * (moves + EVENTS_OF_A_SLOT);
  return EVENTS_OF_A_HOLD * per_date + ofEarlier + ofNew;
}

it('one sender adds at most 1 708 events to a day within a day at the default limits', () => {
  expect(mostEvents(DEFAULT_BOOKING_LIMITS, DEFAULT_HOLD_LIMITS)).toBe(1_708);
  expect(mostEvents(DEFAULT_BOOKING_LIMITS, DEFAULT_HOLD_LIMITS, 10)).toBe(1_918);
});

const HOUR = 3_600;
const from = { address: HOME.address };
const NOTICE = { kind: 'none' } as const;

/** A program that sends every command it is allowed to. */
function givenAttacker() {
  const log = memoryEventStore();
  const world = admissionWorld({ usual: { bookings: 1_000, minutes: 0 } });
  const salon = createTestSalon(log, {
    admission: world.admission,
    services: [service('trim', SHORTEST)],
    windows: [{ start: 0, end: 1_440 }],
  });
  let sent = 0;
  const newKey = () => `key-${sent++}-0123456789abcdef`;
  let position = LOG_START;
  return {
    log,
    world,
    salon,
    newKey,
    /** Releases the slots of moved and cancelled bookings, as the slot keeper does. */
    async keepUp() {
      const batch = await nextBatch(log, position);
      ({ position } = batch);
      await salon.keeper.handle(batch);
    },
    /** Books and lets the read model know of it. */
    async book(date: string, start: number) {
      const key = newKey();
      const id = bookingIdOf(key);
      const customer = { ...newPerson(), phone: '925-555-0100' };
      const request = newBooking({
        customer,
        date,
        start,
        serviceIds: ['trim'],
        from,
        answers: { proof: `proof of ${id}` },
      });
      await salon.bookings.create(id, request, runOf({ key, command: 'create-booking' }));
      world.tell({ id, minutes: SHORTEST, source: sourceOf(from) });
      return id;
    },
    move: (id: string, start: number) =>
      salon.bookings.reschedule(
        id,
        { date: TUESDAY, start, notice: NOTICE },
        runOf({ key: newKey(), command: 'reschedule-booking', subject: id }),
      ),
    async cancel(id: string) {
      await salon.bookings.cancel(
        id,
        { reason: 'customer_request', notice: NOTICE },
        runOf({ key: newKey(), command: 'cancel-booking', subject: id }),
      );
      const index = world.known.findIndex((record) => record.id === id);
      const record = world.known[index];
      if (record) world.known[index] = { ...record, status: 'cancelled' };
    },
    hold: (start: number, replaces?: string) =>
      salon.holds.hold(
        { date: TUESDAY, start, serviceIds: ['trim'], from, replaces },
        runOf({ key: newKey(), command: 'hold-slot' }),
      ),
    eventsOnTuesday: async () => (await log.read(agendaStream(TUESDAY))).length,
  };
}

it('holding, booking, moving and cancelling on a day come to an end', async () => {
  const attacker = givenAttacker();
  const { world, salon, keepUp, book, move, cancel, hold, newKey } = attacker;
  const [here, there] = [600, 660];

  const earlier: string[] = [];
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27']) {
    for (let time = 0; time < SMALL_LIMITS.with_proof.bookings_per_day; time += 1) {
      earlier.push(await book(date, 30 * time));
      world.secondsLater(HOUR);
    }
    world.secondsLater(24 * HOUR);
  }
  expect(earlier).toHaveLength(SMALL_LIMITS.with_proof.unconfirmed_minutes / SHORTEST);
  await expect(book('2026-11-28', 600)).rejects.toThrow('suspicious-booking');

  /** Back and forth until it is refused, and away. */
  const wearOut = async (id: string) => {
    for (let times = 0; times < MOST_CUSTOMER_MOVES; times += 1) await move(id, times % 2 ? there : here);
    await expect(move(id, there + 60)).rejects.toThrow('moved-too-often');
    await cancel(id);
    await keepUp();
  };
  for (const id of earlier) await wearOut(id);
  let booked = 0;
  for (; booked < SMALL_LIMITS.with_proof.bookings_per_day; booked += 1) {
    await wearOut(await book(TUESDAY, 900));
    world.secondsLater(HOUR);
  }
  await expect(book(TUESDAY, 900)).rejects.toThrow('suspicious-booking');
  let held: string | undefined;
  for (let times = 0; times < SMALL_HOLD_LIMITS.per_date; times += 1)
    ({ holdId: held } = await hold(1_200 + 30 * (times % 2), held));
  await expect(hold(1_200, held)).rejects.toThrow('too-many-requests');
  await salon.holds.drop({ holdId: held ?? '', from }, runOf({ key: newKey(), command: 'drop-hold' }));

  const most = mostEvents(SMALL_LIMITS, SMALL_HOLD_LIMITS);
  expect(await attacker.eventsOnTuesday()).toBeLessThanOrEqual(most);
  // Each of the earlier bookings had to come to that day first, which cost it the release that the bound allows for.
  expect(await attacker.eventsOnTuesday()).toBe(most - earlier.length);
});
