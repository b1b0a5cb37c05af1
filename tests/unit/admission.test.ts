import { describe, expect, it } from 'vitest';
import { MOST_UPCOMING_BOOKINGS } from '../../src/features/booking/admission/suspicion.ts';
import {
  ANN,
  admissionWorld,
  codeOf,
  ELSEWHERE,
  HOME,
  household,
  newPerson,
  recently,
  refusalOf,
  sourceOf,
} from '../support/booking/admission-world.ts';

const HOUR = 3_600;

describe('a booking', () => {
  it('is recorded with hashes of where it came from', async () => {
    const { admission } = admissionWorld();
    expect(await admission.sourceOf(HOME)).toEqual(sourceOf(HOME));
    const sender = { kind: 'customer', address: '2001:db8:1:200::/56', network: '2001:db8:1::/48' } as const;
    expect(await admission.sourceOf(sender)).toEqual(sourceOf(sender));
  });

  it('counts for its sender, for the site, and for its contacts with this sender', async () => {
    const { book, counted } = admissionWorld();
    await book({ contacts: { ...ANN, email: 'Ann.Lee+salon@GoogleMail.com' } });
    expect(counted()).toEqual({
      bookings: 1,
      'bookings 192.0.2.1': 1,
      'phone +19255550100 192.0.2.1': 1,
      'email annlee@gmail.com 192.0.2.1': 1,
    });
  });

  it('without an e-mail counts for no e-mail', async () => {
    const { book, counted } = admissionWorld();
    await book({ contacts: { ...ANN, email: null } });
    expect(Object.keys(counted()).filter((subject) => subject.startsWith('email'))).toEqual([]);
  });

  it('counts once, however often its command is decided again', async () => {
    const { book, counted } = admissionWorld();
    for (let time = 0; time < 20; time += 1) await book({ bookingId: 'the same', contacts: ANN });
    expect(new Set(Object.values(counted()))).toEqual(new Set([1]));
  });

  it('counts no more once a rule has refused it', async () => {
    const { book, counted } = admissionWorld();
    await (await book()).refund();
    expect(counted()).toEqual({});
  });

  it('that one process lets in counts on when another one refuses the same', async () => {
    const { book, counted, admissionElsewhere } = admissionWorld();
    const attempt = { bookingId: 'the same', contacts: ANN };
    await book(attempt);
    const before = counted();
    const again = { ...attempt, sender: HOME, minutes: 30, isRepeated: false };
    await (await admissionElsewhere.admitBooking(again)).refund();
    expect(await codeOf(admissionElsewhere.admitBooking({ ...again, bookingId: 'b', minutes: 721 }))).toBe(
      'suspicious-booking',
    );
    expect(counted()).toEqual(before);
  });

  it('counts nothing when it is refused, whatever for', async () => {
    const world = admissionWorld();
    await world.bookMany(5);
    const before = world.counted();
    expect(await codeOf(world.book())).toBe('proof-required');
    expect(world.counted()).toEqual(before);
    world.setAway(true);
    await expect(world.book()).rejects.toThrow('no database');
    expect(world.counted()).toEqual(before);
  });

  it.each(['admin', 'system'] as const)(
    'by %s is neither counted, asked for anything nor recorded with a source',
    async (kind) => {
      const { admission, book, bookMany, counted, tell } = admissionWorld();
      for (let time = 0; time < MOST_UPCOMING_BOOKINGS; time += 1) tell({ ...ANN, minutes: 480 });
      await bookMany(30, { sender: { ...HOME, kind }, contacts: ANN, minutes: 480 });
      await book({ sender: { ...HOME, kind } });
      expect(await admission.sourceOf({ ...HOME, kind })).toBeUndefined();
      expect(counted()).toEqual({});
    },
  );
});

describe('one sender', () => {
  it('makes five bookings in an hour, then proves work, and calls after ten', async () => {
    const world = admissionWorld();
    await world.bookMany(5);
    const refused = await refusalOf(world.book({ bookingId: 'the sixth' }));
    expect(refused).toMatchObject({ code: 'proof-required', members: { challenge: { about: 'the sixth' } } });
    expect(await codeOf(world.book({ bookingId: 'the sixth', proof: 'proof of another' }))).toBe(
      'proof-required',
    );
    for (let time = 0; time < 5; time += 1) await world.bookWithProof();
    expect(await codeOf(world.bookWithProof())).toBe('suspicious-booking');
    world.secondsLater(HOUR);
    await world.bookWithProof();
  });

  it('has at most 720 unconfirmed minutes, however many proofs it has', async () => {
    const world = admissionWorld();
    await world.book({ minutes: 480 });
    expect(await codeOf(world.book({ minutes: 15 }))).toBe('proof-required');
    await world.bookWithProof({ minutes: 240 });
    expect(await codeOf(world.bookWithProof({ minutes: 15 }))).toBe('suspicious-booking');
    await world.book({ minutes: 15, sender: ELSEWHERE });
  });

  it('has its minutes back once staff have confirmed or cancelled them, or they are over', async () => {
    const states = [{ status: 'confirmed' }, { status: 'cancelled' }, { isUpcoming: false }] as const;
    for (const state of states) {
      const world = admissionWorld();
      await world.bookWithProof({ bookingId: 'a', minutes: 480 });
      expect(await codeOf(world.book({ minutes: 30 }))).toBe('proof-required');
      world.tell({ id: 'a', minutes: 480, ...state });
      await world.book({ minutes: 480 });
    }
  });

  it('has every unconfirmed minute counted once, also what was booked on other days or last month', async () => {
    const world = admissionWorld();
    await world.bookWithProof({ bookingId: 'a', minutes: 240 });
    world.tell({ id: 'a', minutes: 240 });
    world.tell({ minutes: 120, source: sourceOf(HOME, 'last') });
    await world.book({ minutes: 120 });
    expect(await codeOf(world.book({ minutes: 15 }))).toBe('proof-required');
    await world.bookWithProof({ minutes: 240 });
    expect(await codeOf(world.bookWithProof({ minutes: 15 }))).toBe('suspicious-booking');
  });

  it('never has the minutes of somebody else or of nobody known counted against it', async () => {
    const world = admissionWorld();
    const contacts = newPerson();
    world.tell({ ...contacts, minutes: 2_000, source: sourceOf(ELSEWHERE) });
    world.tell({ ...contacts, minutes: 2_000, source: null });
    await world.book({ contacts, minutes: 480 });
  });

  it('waits for the sixth booking of an hour with one phone or e-mail, and is told how long', async () => {
    for (const shared of [{ phoneE164: ANN.phoneE164 }, { email: ANN.email }]) {
      const world = admissionWorld();
      await world.book();
      world.secondsLater(600);
      const book = () => world.bookWithProof({ contacts: { ...newPerson(), ...shared } });
      for (let time = 0; time < 5; time += 1) {
        await book();
        world.secondsLater(60);
      }
      const refused = await refusalOf(book());
      expect(refused).toMatchObject({ code: 'rate-limit-exceeded', retryAfterSeconds: HOUR - 300 });
      world.secondsLater(HOUR - 301);
      expect(await refusalOf(book())).toMatchObject({ code: 'rate-limit-exceeded', retryAfterSeconds: 1 });
      world.secondsLater(1);
      await book();
    }
  });

  it('waits no longer for a contact than its limit needs, and an hour when it used it up at once', async () => {
    const world = admissionWorld();
    const bookTimes = async (times: number, contacts: Partial<typeof ANN>) => {
      for (let time = 0; time < times; time += 1)
        await world.bookWithProof({ contacts: { ...newPerson(), ...contacts } });
    };
    await bookTimes(5, { phoneE164: ANN.phoneE164 });
    expect(await refusalOf(world.bookWithProof({ contacts: ANN }))).toMatchObject({
      retryAfterSeconds: HOUR,
    });
    world.secondsLater(600);
    await bookTimes(4, { email: ANN.email });
    expect(await refusalOf(world.bookWithProof({ contacts: ANN }))).toMatchObject({
      retryAfterSeconds: HOUR - 600,
    });
  });

  it('is not suspected without its own or confirmed bookings', async () => {
    const world = admissionWorld();
    for (let time = 0; time < MOST_UPCOMING_BOOKINGS - 1; time += 1) world.tell({ ...ANN, minutes: 15 });
    await world.book({ contacts: ANN });
    world.tell({ ...ANN, status: 'confirmed', minutes: 15, source: sourceOf(ELSEWHERE) });
    expect(await codeOf(world.book({ contacts: ANN }))).toBe('suspicious-booking');
  });
});

describe('a limit that the operator has raised', () => {
  it('for one contact raises what one sender may book, but no minutes', async () => {
    const world = admissionWorld({ contactPerHour: 30, usual: { bookings: 10, minutes: 0 } });
    await world.bookMany(29, { contacts: ANN, minutes: 15 });
    expect(await codeOf(world.book({ contacts: ANN, minutes: 46 }))).toBe('proof-required');
    await world.book({ contacts: ANN, minutes: 45 });
    expect(await codeOf(world.book({ minutes: 0 }))).toBe('suspicious-booking');
  });
});

describe('networks of IPv6', () => {
  it('of 48 bits have the time of two senders, however many of 56 bits there are in them', async () => {
    const world = admissionWorld();
    let minutes = 0;
    for (let index = 0; index < 256; index += 1) {
      const admitted = await world.bookWithProof({ sender: household(index), minutes: 90 }).catch(() => null);
      if (admitted) minutes += 90;
    }
    expect(minutes).toBe(1_440);
    expect(await codeOf(world.bookWithProof({ sender: household(300), minutes: 15 }))).toBe(
      'suspicious-booking',
    );
    await world.bookWithProof({ sender: { ...household(300), network: '2001:db8:2::/48' }, minutes: 15 });
  });

  it('have attempts of two households looked at one after the other, so that a refused one takes no room', async () => {
    const world = admissionWorld();
    world.tell({ minutes: 1_380, source: sourceOf(household(1)) });
    const both = [61, 60].map((minutes) => world.bookWithProof({ sender: household(minutes), minutes }));
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(outcomes).toEqual(['rejected', 'fulfilled']);
  });

  it('have what the read model knows of them counted, whichever household it came from', async () => {
    const world = admissionWorld();
    world.tell({ minutes: 1_400, source: sourceOf(household(1)) });
    await world.bookWithProof({ sender: household(2), minutes: 40 });
    expect(await codeOf(world.bookWithProof({ sender: household(3), minutes: 15 }))).toBe(
      'suspicious-booking',
    );
  });
});

describe('a victim whose contacts somebody else uses', () => {
  it('books five times an hour, at most with a proof, when others used them fifty times', async () => {
    const world = admissionWorld();
    for (let time = 0; time < 50; time += 1) {
      const sender = { kind: 'customer', address: `198.51.100.${time}` } as const;
      await world.bookWithProof({ sender, contacts: ANN, minutes: 15 });
      world.tell({ ...ANN, name: `Somebody ${time}`, source: sourceOf(sender), minutes: 15 });
    }
    expect(await codeOf(world.book({ contacts: ANN }))).toBe('proof-required');
    for (let time = 0; time < 5; time += 1) await world.bookWithProof({ contacts: ANN });
    expect(await codeOf(world.bookWithProof({ contacts: ANN }))).toBe('rate-limit-exceeded');
  });

  it('is asked for nothing, however often others used them, so that nobody learns from it who books here', async () => {
    const world = admissionWorld();
    await world.bookMany(5, { sender: ELSEWHERE, contacts: ANN });
    await world.bookMany(5, { contacts: ANN });
    expect(await codeOf(world.book({ contacts: ANN }))).toBe('rate-limit-exceeded');
  });
});

describe('with BOOKING_LIMIT_PER_HOUR=0', () => {
  it('everybody may book and hold as they like, and only the source is recorded', async () => {
    const world = admissionWorld({ contactPerHour: 0, lastHour: [recently({ minutes: 100_000 })] });
    for (let time = 0; time < 40; time += 1) world.tell({ ...ANN, minutes: 480 });
    await world.bookMany(40, { contacts: ANN, minutes: 480 });
    await world.book();
    expect(await world.admission.sourceOf(HOME)).toEqual(sourceOf(HOME));
    for (let time = 0; time < 40; time += 1) await world.hold(`hold ${time}`, { minutes: 480 });
    await world.admission.refundHold({ holdId: 'hold 1', sender: HOME });
    await (await world.hold('hold 41')).refund();
    await (await world.book()).refund();
    expect(world.counted()).toEqual({});
  });
});
