import { describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { BOOKING, bookingStream } from '../../src/features/booking/appointment/events.ts';
import { Refused } from '../../src/http/refusal.ts';
import { type Fact, record } from '../projections/events.ts';
import { codesDouble } from '../support/accounts/codes-double.ts';
import { admissionWorld, hashOf, siteWith } from '../support/booking/admission-world.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import {
  book,
  createTestSalon,
  MAX_BOOKING_MINUTES,
  newBooking,
  runOf,
  STAFF,
  service,
  TUESDAY,
} from '../support/salon/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const OTHER_KEY = 'another-key-0123456789';
const WEDNESDAY = '2026-11-25';
const from = { address: '192.0.2.1' };
/** Two of 30 minutes are as long as a public booking may be with it. */
const LONG = service('long', MAX_BOOKING_MINUTES - 30);
const SERVICES = [service('cut', 30), service('other', 30), LONG];

/** A salon whose admission lets nobody in. */
async function givenFull() {
  const world = admissionWorld();
  await world.book({ minutes: 720 });
  return world;
}

describe('creating a booking', () => {
  it('takes no time when it is not admitted, and leaves nothing behind', async () => {
    const log = memoryEventStore();
    const { admission } = await givenFull();
    await expect(book(createTestSalon(log, { admission }), KEY)).rejects.toThrow(Refused);
    expect(await log.head()).toBe('');
  });

  it('is answered again without being admitted again', async () => {
    const log = memoryEventStore();
    const first = await book(createTestSalon(log), KEY);
    const { admission } = await givenFull();
    expect(await book(createTestSalon(log, { admission }), KEY)).toEqual(first);
  });

  it('counts only as long as no rule refuses it', async () => {
    const log = memoryEventStore();
    await book(createTestSalon(log), OTHER_KEY);
    const { admission, counted } = admissionWorld();
    await expect(book(createTestSalon(log, { admission }), KEY)).rejects.toThrow('slot-taken');
    expect(counted()).toEqual({});
  });

  it('still counts when nobody knows whether it was recorded, once with its retry', async () => {
    const log = memoryEventStore();
    const { admission, counted } = admissionWorld();
    const lost = {
      ...log,
      append: async () => {
        throw new StoreUnavailable('lost');
      },
    };
    await expect(book(createTestSalon(lost, { admission }), KEY)).rejects.toThrow(StoreUnavailable);
    expect(counted()).toEqual({ taken: 1, 'taken 192.0.2.1': 1 });
    await book(createTestSalon(log, { admission }), KEY);
    expect(counted()).toEqual({ taken: 1, 'taken 192.0.2.1': 1 });
  });

  it.each([
    ['still has its time', false],
    ['has lost its time', true],
  ])(
    'records that a code was answered, also by a retry of which none would be asked: one that %s',
    async (_, isLost) => {
      const log = memoryEventStore();
      const { codes } = codesDouble();
      const crowded = admissionWorld({ codes, lastHour: siteWith(1_440) });
      const answers = { code: '123456' };
      const killed: EventStore = {
        ...log,
        async append(stream, expected, events) {
          if (stream.startsWith(`${BOOKING}-`)) throw new StoreUnavailable('killed');
          return log.append(stream, expected, events);
        },
      };
      const before = createTestSalon(killed, { admission: crowded.admission });
      await expect(book(before, KEY, { answers })).rejects.toThrow('killed');
      expect((await log.read(agendaStream(TUESDAY))).map(({ type }) => type)).toEqual(['SlotTaken']);
      const [taken] = await log.read(agendaStream(TUESDAY));
      const { slotId, bookingId } = taken?.data ?? {};
      const lost: readonly Fact[] = [
        { stream: bookingStream(bookingIdOf(KEY)), type: 'SlotClaimLapsed', data: { slotId } },
        { stream: agendaStream(TUESDAY), type: 'SlotReleased', data: { slotId, bookingId } },
      ];
      if (isLost) await record(log, lost);
      const { admission } = admissionWorld({ codes });
      await book(createTestSalon(log, { admission }), KEY);
      const request = (await log.read(bookingStream(bookingIdOf(KEY)))).at(-1);
      expect(request?.data).toMatchObject({ provenContacts: ['sms'] });
    },
  );

  it('is open to staff under any count', async () => {
    const { admission } = await givenFull();
    const salon = createTestSalon(memoryEventStore(), { admission });
    const run = runOf({ key: KEY, command: 'create-booking', actor: STAFF });
    expect((await salon.bookings.create(bookingIdOf(KEY), newBooking(), run)).status).toBe('confirmed');
  });

  it('records where a public booking came from, and of staff nothing', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log, { admission: admissionWorld().admission });
    await book(salon, KEY);
    await book(salon, OTHER_KEY, { start: 720 }, { actor: STAFF });
    const dataOf = async (key: string) => (await log.read(bookingStream(bookingIdOf(key))))[0]?.data;
    expect(await dataOf(KEY)).toMatchObject({ source: { address: hashOf(from) } });
    expect(await dataOf(OTHER_KEY)).not.toHaveProperty('source');
  });

  it('lets the public book as much as the profile says at once, and staff more', async () => {
    const log = memoryEventStore();
    const { admission, counted } = admissionWorld();
    const salon = createTestSalon(log, { admission, services: SERVICES });
    const tooLong = { serviceIds: ['cut', 'other', 'long'], start: 540 };
    await expect(book(salon, KEY, tooLong)).rejects.toThrow(new RuleBroken('booking-too-long'));
    expect(counted()).toEqual({});
    await book(salon, KEY, { serviceIds: ['cut', 'long'], start: 540 });
    await book(salon, OTHER_KEY, { ...tooLong, date: WEDNESDAY }, { actor: STAFF });
  });

  it('takes its hold out of the count, when the booking is on the day of the hold', async () => {
    const log = memoryEventStore();
    const { admission, counted } = admissionWorld();
    const salon = createTestSalon(log, { admission });
    const hold = (key: string, date: string, start: number) =>
      salon.holds.hold({ date, start, serviceIds: ['cut'], from }, runOf({ key, command: 'hold' }));
    const [tuesday, wednesday] = [await hold('a', TUESDAY, 600), await hold('b', WEDNESDAY, 600)];
    await book(salon, KEY, { holdId: tuesday.holdId });
    // A booking and the other hold.
    expect(counted()).toMatchObject({ 'taken 192.0.2.1': 2, 'holds 192.0.2.1': 2 });
    await book(salon, OTHER_KEY, { holdId: wednesday.holdId, start: 720 });
    expect(counted()).toMatchObject({ 'taken 192.0.2.1': 3 });
    const types = (await log.read(agendaStream(WEDNESDAY))).map(({ type }) => type);
    expect(types).toEqual(['SlotHeld']);
  });

  it('is made although its hold cannot be taken out of the count', async () => {
    const log = memoryEventStore();
    const { admission } = admissionWorld();
    const salon = createTestSalon(log, {
      admission: { ...admission, releaseHold: () => Promise.reject(new Error('no database')) },
    });
    const { holdId } = await salon.holds.hold(
      { date: TUESDAY, start: 600, serviceIds: ['cut'], from },
      runOf({ key: 'a', command: 'hold' }),
    );
    expect((await book(salon, KEY, { holdId })).status).toBe('pending');
  });
});

describe('holding a time', () => {
  const hold = (
    { admission }: Pick<ReturnType<typeof admissionWorld>, 'admission'>,
    { serviceIds = ['cut'], start = 600, key = KEY } = {},
    log = memoryEventStore(),
  ) =>
    createTestSalon(log, { admission, services: SERVICES }).holds.hold(
      { date: TUESDAY, start, serviceIds, from },
      runOf({ key, command: 'hold' }),
    );

  it('leaves nothing in the agenda when it is not admitted', async () => {
    const log = memoryEventStore();
    const world = admissionWorld();
    world.tell({ minutes: 720 });
    await expect(hold(world, {}, log)).rejects.toThrow('too-many-requests');
    expect(await log.head()).toBe('');
  });

  it('costs nothing when the time is taken', async () => {
    const log = memoryEventStore();
    const world = admissionWorld();
    await book(createTestSalon(log), OTHER_KEY);
    await expect(hold(world, {}, log)).rejects.toThrow('slot-taken');
    expect(world.counted()).toEqual({});
  });

  it('is answered again without being admitted again', async () => {
    const log = memoryEventStore();
    const world = admissionWorld();
    const first = await hold(world, {}, log);
    world.tell({ minutes: 720 });
    expect(await hold(world, {}, log)).toEqual(first);
  });

  it('is for as much as the public may book at once', async () => {
    const world = admissionWorld();
    const tooLong = { serviceIds: ['cut', 'other', 'long'], start: 540 };
    await expect(hold(world, tooLong)).rejects.toThrow(new RuleBroken('booking-too-long'));
    expect(world.counted()).toEqual({});
    await hold(world, { ...tooLong, serviceIds: ['cut', 'long'] });
  });
});
