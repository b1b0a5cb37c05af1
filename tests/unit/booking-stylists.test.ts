import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { bookingIdOf, type NewBooking } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { FIRST_STYLIST, type Stylist, type StylistChoice } from '../../src/salon/team.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { book, createTestSalon, runOf, STAFF, service, TUESDAY } from '../support/salon/test-salon.ts';

/** A salon of three: the first stylist, who doesn't work on Tuesdays, Ann and Bea. */

const [ANN, BEA] = ['00000000-0000-4000-8000-000000000041', '00000000-0000-4000-8000-000000000042'];
const FIRST = { ...FIRST_STYLIST, week: [] };
const ann: Stylist = { ...FIRST_STYLIST, id: ANN, order: 1 };
const bea: Stylist = { ...FIRST_STYLIST, id: BEA, order: 2 };
const SERVICES = [service('cut', 30), service('color', 60)];
const NONE = { kind: 'none' } as const;
const at = (time: string) => new Date(`2026-11-24T${time}:00-08:00`);

function given(choice?: StylistChoice) {
  const log = memoryEventStore();
  const world = { stylists: [FIRST, ann, bea] as readonly Stylist[], services: SERVICES, now: at('08:00') };
  const salonOn = (store: typeof log) =>
    createTestSalon(store, {
      now: () => world.now,
      services: world.services,
      stylists: () => world.stylists,
      choice,
    });
  const salon = salonOn(log);
  const booked = (key: string, wanted: Partial<NewBooking> = {}, on = salon) =>
    book(on, `a-key-of-${key}-0123456789`, wanted, { actor: STAFF });
  const idOf = (key: string) => bookingIdOf(`a-key-of-${key}-0123456789`);
  const move = (key: string, start: number, stylistId?: string | null, command = 'move') =>
    salon.bookings.reschedule(
      idOf(key),
      { date: TUESDAY, start, stylistId, notice: NONE },
      runOf({ key: command, command: 'reschedule-booking', subject: idOf(key), actor: STAFF }),
    );
  return { log, world, salon, salonOn, booked, idOf, move };
}

describe('anyone', () => {
  it('is one who works then, for moves and walk-ins too', async () => {
    const { world, booked, move } = given();
    await booked('jo', { stylistId: BEA });
    expect(await move('jo', 660, null)).toMatchObject({ stylistId: ANN });
    world.now = at('12:00');
    const walkIn = { isAnonymous: true };
    expect(await booked('kim', { start: 720, walkIn })).toMatchObject({ stylistId: ANN });
    expect(await booked('lou', { start: 720, walkIn })).toMatchObject({ stylistId: BEA });
    expect(await booked('max', { start: 720, walkIn })).toMatchObject({ stylistId: 'first' });
  });

  it('has nothing in the way of a walk-in, unlike one who is named', async () => {
    const { world, booked } = given();
    world.now = at('12:00');
    const walkIn = { isAnonymous: true };
    for (const key of ['kim', 'lou', 'max']) await booked(key, { start: 720, walkIn });
    const refused = (stylistId?: string) =>
      booked('ned', { start: 720, walkIn, stylistId }).catch((error: unknown) => error);
    expect(await refused(BEA)).toMatchObject({ code: 'slot-taken', members: { in_the_way: {} } });
    expect(await refused()).toMatchObject({ code: 'slot-taken' });
    expect(await refused()).not.toHaveProperty('members');
  });

  it('is the stylist of the visit that a walk-in finishes, however often it is tried', async () => {
    const { log, world, salonOn, booked, idOf } = given();
    await booked('jo', { stylistId: BEA, serviceIds: ['color'] });
    world.now = at('10:40');
    const wanted = { start: 640, walkIn: { isAnonymous: true, finish: { id: idOf('jo'), version: 1 } } };
    let appends = 0;
    const cut = salonOn({
      ...log,
      async append(stream, expected, events) {
        appends += 1;
        if (appends > 2) throw new StoreUnavailable('killed');
        return log.append(stream, expected, events);
      },
    });
    await expect(booked('kim', wanted, cut)).rejects.toThrow('killed');
    expect(await booked('kim', wanted)).toMatchObject({ stylistId: BEA });
  });

  it('is nobody but the stylist of the visit that a walk-in finishes, and the visit is left alone if they can’t take it', async () => {
    const { log, world, booked, idOf } = given();
    world.stylists = [FIRST, ann, { ...bea, services: [{ id: 'color' }] }];
    await booked('jo', { stylistId: BEA, serviceIds: ['color'] });
    world.now = at('10:40');
    const finish = { id: idOf('jo'), version: 1 };
    const walkIn = { start: 640, serviceIds: ['cut'], walkIn: { isAnonymous: true, finish } };
    await expect(booked('kim', walkIn)).rejects.toThrow('stylist-unavailable');
    expect((await log.read(bookingStream(idOf('jo')))).map(({ type }) => type)).toEqual(['BookingRequested']);
  });

  it('is the one with the fewest minutes as they are taken that day, by own minutes where a stylist has some', async () => {
    const { world, booked } = given('fewest_minutes');
    world.stylists = [{ ...ann, services: [{ id: 'cut', minutes: 75 }] }, bea];
    await booked('jo', { stylistId: ANN });
    await booked('kim', { stylistId: BEA });
    await booked('lou', { stylistId: BEA, start: 660 });
    expect(await booked('max', { start: 900 })).toMatchObject({ stylistId: BEA });
    expect(await booked('ned', { start: 900 })).toMatchObject({ stylistId: ANN });
  });
});

describe('a hand-over to anyone', () => {
  it('is to somebody else, if somebody else may take it', async () => {
    const { booked, move } = given();
    await booked('jo', { stylistId: ANN });
    await booked('kim', { stylistId: BEA });
    expect(await move('jo', 600, null, 'one')).toMatchObject({ stylistId: 'first' });
    // Ann's former time is taken until the slot keeper has released it.
    await expect(move('kim', 600, null, 'two')).rejects.toThrow('slot-taken');
  });

  it('is none if nobody else may take it, and is asked after the appointment itself', async () => {
    const { world, salon, booked, idOf, move } = given();
    await booked('jo', { stylistId: ANN });
    world.stylists = [ann, { ...bea, isActive: false }];
    await expect(move('jo', 600, null)).rejects.toThrow('same-time');
    const cancel = { reason: 'other', notice: NONE } as const;
    const run = runOf({ key: 'cancel', command: 'cancel-booking', subject: idOf('jo'), actor: STAFF });
    await salon.bookings.cancel(idOf('jo'), cancel, run);
    await expect(move('jo', 600, null)).rejects.toThrow('already-cancelled');
    world.stylists = [{ ...ann, isActive: false }];
    await expect(move('jo', 660, null)).rejects.toThrow('stylist-unavailable');
  });
});

it('a repeat of what is done is answered so, though its stylist was let go and its service removed since', async () => {
  const { log, world, booked, idOf, move } = given();
  const made = await booked('jo', { stylistId: ANN });
  const moved = await move('jo', 660, BEA);
  world.stylists = [FIRST];
  world.services = [];
  expect(await booked('jo', { stylistId: ANN })).toEqual(made);
  expect(await move('jo', 660, BEA)).toEqual(moved);
  expect((await log.read(bookingStream(idOf('jo')))).map(({ type }) => type)).toEqual([
    'BookingRequested',
    'BookingRescheduled',
  ]);
});
