import { describe, expect, it } from 'vitest';
import {
  HOUR,
  MINUTES_WITHOUT_CALL,
  MINUTES_WITHOUT_CODE,
  MOST_MINUTES,
  MOST_UPCOMING,
} from '../../src/features/booking/admission/policy.ts';
import { codesDouble } from '../support/accounts/codes-double.ts';
import {
  ANN,
  admissionWorld,
  codeOf,
  ELSEWHERE,
  HOME,
  hashOf,
  refusalOf,
  siteWith,
  visitorAt,
} from '../support/booking/admission-world.ts';

const PER_HOUR = 5;

describe('a booking', () => {
  it('is recorded with a hash of its sender', async () => {
    const { book } = admissionWorld();
    expect(await book()).toMatchObject({ source: hashOf(HOME), provenContacts: [] });
  });

  it('counts once for its sender and once for all, however often its command is decided again', async () => {
    const { book, counted } = admissionWorld();
    for (let time = 0; time < 20; time += 1) await book({ bookingId: 'the-same', contacts: ANN });
    expect(counted()).toEqual({ taken: 1, 'taken 192.0.2.1': 1 });
  });

  it('counts no more once a rule has refused it', async () => {
    const { book, counted } = admissionWorld();
    await (await book()).takeBack();
    expect(counted()).toEqual({});
  });

  it('counts nothing when it is refused for any reason', async () => {
    const world = admissionWorld();
    await world.bookMany(PER_HOUR);
    const before = world.counted();
    expect(await codeOf(world.book())).toBe('rate-limit-exceeded');
    expect(await codeOf(world.book({ minutes: MOST_MINUTES }))).toBe('suspicious-booking');
    world.setAway(true);
    await expect(world.book()).rejects.toThrow('no database');
    expect(world.counted()).toEqual(before);
  });

  it('that one process admits still counts when another one refuses the same', async () => {
    const { book, counted, admissionElsewhere } = admissionWorld();
    const attempt = { bookingId: 'the-same', contacts: ANN };
    await book(attempt);
    const before = counted();
    const again = { ...attempt, sender: HOME, minutes: 30, isRepeated: false };
    await (await admissionElsewhere.admitBooking(again)).takeBack();
    const other = admissionElsewhere.admitBooking({ ...again, bookingId: 'b', minutes: 721 });
    expect(await codeOf(other)).toBe('suspicious-booking');
    expect(counted()).toEqual(before);
  });

  it.each(['admin', 'system'] as const)(
    'by %s is neither counted, nor recorded with a sender',
    async (kind) => {
      const { book, bookMany, counted, tell } = admissionWorld({ lastHour: siteWith(90_000) });
      for (let time = 0; time < MOST_UPCOMING; time += 1) tell({ ...ANN, minutes: 480 });
      await bookMany(30, { sender: { ...HOME, kind }, contacts: ANN, minutes: 480 });
      expect(await book({ sender: { ...HOME, kind } })).not.toHaveProperty('source');
      expect(counted()).toEqual({});
    },
  );
});

describe('one sender', () => {
  it('waits after the fifth booking of an hour, and is told how long', async () => {
    const world = admissionWorld();
    for (let time = 0; time < PER_HOUR; time += 1) {
      await world.book();
      world.secondsLater(60);
    }
    expect(await refusalOf(world.book())).toMatchObject({
      code: 'rate-limit-exceeded',
      retryAfterSeconds: HOUR - 300,
    });
    await world.book({ sender: ELSEWHERE });
    world.secondsLater(HOUR - 300);
    await world.book();
    expect(await codeOf(world.book())).toBe('rate-limit-exceeded');
  });

  it('has its minutes back once staff have confirmed or cancelled them, or they are over', async () => {
    for (const state of [{ status: 'confirmed' }, { status: 'cancelled' }, { isUpcoming: false }] as const) {
      const world = admissionWorld();
      await world.book({ bookingId: 'a', minutes: 480 });
      expect(await codeOf(world.book({ minutes: 480 }))).toBe('suspicious-booking');
      world.tell({ id: 'a', minutes: 480, madeAt: world.now(), ...state });
      await world.book({ minutes: 480 });
    }
  });

  it('has every unconfirmed minute counted once, also of last month and of bookings that the read model does not know', async () => {
    const world = admissionWorld();
    await world.book({ bookingId: 'a', minutes: 240 });
    world.tell({ id: 'a', minutes: 240, madeAt: world.now() });
    world.tell({ minutes: 120, source: hashOf(HOME, 'last') });
    await world.book({ minutes: 240 });
    expect(await codeOf(world.book({ minutes: 121 }))).toBe('suspicious-booking');
    await world.book({ minutes: 120 });
  });

  it('books what it holds, and no more beside its other holds', async () => {
    const world = admissionWorld();
    await world.hold('a', { minutes: 480 });
    await world.hold('b', { minutes: 240 });
    expect(await codeOf(world.book({ minutes: 240 }))).toBe('suspicious-booking');
    await world.book({ bookingId: 'x', minutes: 240, endsHold: 'b' });
    await world.admission.releaseHold({ holdId: 'b', sender: HOME });
    expect(await codeOf(world.book({ minutes: 15 }))).toBe('suspicious-booking');
    world.secondsLater(600);
    await world.book({ minutes: 480 });
  });

  it('is a whole family on a Saturday in the salon’s Wi-Fi: several book, each with a hold, and staff make room', async () => {
    const world = admissionWorld();
    for (let hour = 0; hour < 8; hour += 1) {
      for (let person = 0; person < PER_HOUR; person += 1) {
        const id = `${hour}-${person}`;
        await world.hold(id, { minutes: 90 });
        await world.book({ bookingId: id, minutes: 90, endsHold: id });
        await world.admission.releaseHold({ holdId: id, sender: HOME });
        world.tell({ id, minutes: 90, status: 'confirmed', madeAt: world.now() });
      }
      world.secondsLater(HOUR);
    }
  });
});

describe('a victim whose contacts somebody else uses', () => {
  it('books as if nobody had, so that nobody learns from it who books here', async () => {
    const world = admissionWorld();
    for (let time = 0; time < 50; time += 1) {
      await world.book({ sender: visitorAt(time), contacts: ANN, minutes: 15 });
      world.tell({ ...ANN, source: hashOf(visitorAt(time)), minutes: 15, madeAt: world.now() });
    }
    await world.bookMany(PER_HOUR, { contacts: ANN });
  });
});

describe('while visitors together take much of the calendar', () => {
  const crowded = siteWith(MINUTES_WITHOUT_CODE);
  const byAnn = { bookingId: 'by-ann', contacts: ANN } as const;

  it('a booking needs a code, and counts for nothing before', async () => {
    const { codes, asked } = codesDouble();
    const world = admissionWorld({ codes, lastHour: crowded });
    expect(await codeOf(world.book({ ...byAnn, codeBy: 'sms' }))).toBe('code-required');
    expect(asked).toMatchObject([{ bookingId: 'by-ann', contacts: ANN, codeBy: 'sms' }]);
    expect(world.counted()).toEqual({});
    expect(await codeOf(world.book({ ...byAnn, code: '000000' }))).toBe('code-invalid');
    expect((await world.book({ ...byAnn, code: '123456' })).provenContacts).toEqual(['sms']);
    expect((await world.book(byAnn)).provenContacts, 'sent again').toEqual(['sms']);
    expect(await codeOf(world.book({ contacts: ANN }))).toBe('code-required');
  });

  it('no code is asked for where none can be sent, until far too much is taken', async () => {
    const { codes } = codesDouble([]);
    await admissionWorld({ codes, lastHour: siteWith(MINUTES_WITHOUT_CALL - 30) }).book();
    const full = admissionWorld({ codes, lastHour: siteWith(MINUTES_WITHOUT_CALL - 29) });
    expect(await codeOf(full.book())).toBe('suspicious-booking');
    expect(full.counted()).toEqual({});
  });

  it('a code lifts no limit of the sender, and none is asked for in vain', async () => {
    const { codes, asked } = codesDouble();
    const world = admissionWorld({ codes, lastHour: crowded });
    expect(await codeOf(world.book({ minutes: MOST_MINUTES + 1 }))).toBe('suspicious-booking');
    expect(asked).toEqual([]);
  });

  it('a sender who is refused counts against nobody else, not even for a moment', async () => {
    const world = admissionWorld({ codes: codesDouble().codes });
    const flood = Array.from({ length: 100 }, () => codeOf(world.book({ minutes: 7_200 })));
    const visitors = Array.from({ length: 20 }, (_, index) =>
      world.book({ sender: visitorAt(index), minutes: 60 }),
    );
    await Promise.all(visitors);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['suspicious-booking']));
  });

  it('one sender alone never makes others enter a code', async () => {
    const world = admissionWorld({ codes: codesDouble().codes });
    for (let index = 0; index < 3; index += 1)
      await world.bookMany(2, { sender: visitorAt(index), minutes: 360 });
    await world.book({ sender: visitorAt(10), minutes: 360 });
    expect(await codeOf(world.book({ sender: visitorAt(11), minutes: 15 }))).toBe('code-required');
  });

  it('the code of a killed try still shows, also when none would be asked for by now', async () => {
    const { codes, confirmed } = codesDouble();
    const world = admissionWorld({ codes });
    confirmed.add('by-ann');
    expect((await world.book({ ...byAnn, isRepeated: true })).provenContacts).toEqual(['sms']);
    const another = { ...byAnn, bookingId: 'another', isRepeated: true };
    expect((await world.book(another)).provenContacts).toEqual([]);
  });
});

describe('a hold', () => {
  it('is the third at most that a sender has, until one is over, given back or replaced', async () => {
    const world = admissionWorld();
    for (const holdId of ['a', 'b', 'c']) await world.hold(holdId);
    expect(await refusalOf(world.hold('d'))).toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 600,
    });
    await world.hold('e', { replaces: 'a' });
    await world.admission.releaseHold({ holdId: 'a', sender: HOME });
    expect(await codeOf(world.hold('d'))).toBe('too-many-requests');
    await world.admission.releaseHold({ holdId: 'b', sender: HOME });
    await world.hold('d');
    world.secondsLater(599);
    expect(await codeOf(world.hold('f'))).toBe('too-many-requests');
    world.secondsLater(1);
    await world.hold('f');
  });

  it('counts once, and no more once it is refused', async () => {
    const world = admissionWorld();
    for (let time = 0; time < 50; time += 1) await world.hold('a');
    expect(world.counted()).toEqual({ 'taken 192.0.2.1': 1, 'holds 192.0.2.1': 1 });
    await (await world.hold('a')).takeBack();
    expect(await codeOf(world.hold('c', { minutes: 721 }))).toBe('too-many-requests');
    world.setAway(true);
    await expect(world.hold('b')).rejects.toThrow('no database');
    expect(world.counted()).toEqual({});
  });

  it('can be renewed thirty times in an hour, since each leaves events in a day’s stream', async () => {
    const world = admissionWorld();
    for (let time = 0; time < 30; time += 1) {
      await world.hold(`hold ${time}`, { replaces: `hold ${time - 1}` });
      await world.admission.releaseHold({ holdId: `hold ${time - 1}`, sender: HOME });
    }
    expect(await codeOf(world.hold('one more', { replaces: 'hold 29' }))).toBe('too-many-requests');
    world.secondsLater(HOUR);
    await world.hold('one more');
  });

  it('holds no more than a salon day together with what is unconfirmed', async () => {
    const world = admissionWorld();
    await world.book({ minutes: 240 });
    world.tell({ minutes: 240 });
    world.tell({ minutes: 480, status: 'confirmed' });
    world.tell({ minutes: 480, source: hashOf(ELSEWHERE) });
    await world.hold('a', { minutes: 120 });
    expect(await codeOf(world.hold('b', { minutes: 135 }))).toBe('too-many-requests');
    await world.hold('b', { minutes: 240, replaces: 'a' });
  });

  it('of staff is not counted', async () => {
    const world = admissionWorld();
    const byStaff = { sender: { ...HOME, kind: 'admin' } } as const;
    for (let time = 0; time < 10; time += 1) await world.hold(`hold ${time}`, byStaff);
    await world.hold('a');
    await world.admission.releaseHold({ holdId: 'a', ...byStaff });
    expect(world.counted()).toMatchObject({ 'taken 192.0.2.1': 1 });
  });
});

describe('with BOOKING_LIMIT_PER_HOUR=0', () => {
  it('everybody may book and hold as they like, and only the sender is recorded', async () => {
    const world = admissionWorld({ perHour: 0, lastHour: siteWith(100_000) });
    for (let time = 0; time < 40; time += 1) world.tell({ ...ANN, minutes: 480 });
    await world.bookMany(40, { contacts: ANN, minutes: 480 });
    expect(await world.book()).toMatchObject({ source: hashOf(HOME) });
    for (let time = 0; time < 40; time += 1) await world.hold(`hold ${time}`, { minutes: 480 });
    await world.admission.releaseHold({ holdId: 'hold 1', sender: HOME });
    await (await world.hold('hold 41')).takeBack();
    await (await world.book()).takeBack();
    expect(world.counted()).toEqual({});
  });
});
