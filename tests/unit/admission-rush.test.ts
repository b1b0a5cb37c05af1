import { describe, expect, it } from 'vitest';
import type { ContactCodes } from '../../src/features/booking/admission/codes/contact-codes.ts';
import { RUSH as RUSH_STREAM } from '../../src/features/booking/admission/rush/events.ts';
import { createRush, rushOf } from '../../src/features/booking/admission/rush/rush.ts';
import { record } from '../projections/events.ts';
import { SMALL_LIMITS } from '../support/booking/admission-limits.ts';
import { admissionWorld, codeOf, ELSEWHERE, recently } from '../support/booking/admission-world.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

const ANSWERED: ContactCodes = {
  waysTo: async () => ['sms'],
  mayBeConfirmed: async () => true,
  isConfirmed: async () => true,
  provenContacts: async () => ['sms'],
  refund: async () => {},
  answer: async () => {},
  demand: () => Promise.reject(new Error('nothing is asked for')),
};

describe('while all visitors book far more than usual', () => {
  const recent = (times: number) => Array.from({ length: times }, () => recently());
  const RUSH = { lastHour: recent(20), usual: { bookings: 1, minutes: 1_000 } };

  it('everybody proves work', async () => {
    const world = admissionWorld(RUSH);
    expect(await codeOf(world.book())).toBe('proof-required');
    await world.bookWithProof();
  });

  it('what the read model has not seen counts already, and no refusal does', async () => {
    const world = admissionWorld({ ...RUSH, lastHour: recent(18) });
    await world.book();
    await world.book({ sender: ELSEWHERE });
    for (let time = 0; time < 5; time += 1) expect(await codeOf(world.book())).toBe('proof-required');
    world.secondsLater(15);
    await world.book();
  });

  it('whoever has a code books as usual, and who can get none is asked to call', async () => {
    const world = admissionWorld({ ...RUSH, codes: ANSWERED });
    await world.bookWithProof({ minutes: 300 });
    expect(await codeOf(admissionWorld(RUSH).bookWithProof({ minutes: 300 }))).toBe('suspicious-booking');
  });

  it('attempts of one sender that are refused count against nobody else, not even for a moment', async () => {
    const world = admissionWorld();
    const flood = Array.from({ length: 100 }, () => codeOf(world.book({ minutes: 721 })));
    const visitors = Array.from({ length: 20 }, (_, index) =>
      world.book({ sender: { kind: 'customer', address: `visitor ${index}` }, minutes: 15 }),
    );
    await Promise.all(visitors);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['suspicious-booking']));
  });

  it('nobody books more than 7 200 minutes in an hour, and the attempts of a second are seen at once', async () => {
    const world = admissionWorld({ lastHour: [recently({ minutes: 2_400 })] });
    const attempts = Array.from({ length: 200 }, (_, index) =>
      world.bookWithProof({ sender: { kind: 'customer', address: `bot ${index}` }, minutes: 240 }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const admitted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(20);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'suspicious-booking' });
  });
});

describe('a rush', () => {
  const QUIET = { bookings: 0, minutes: 0 };
  const stateOf = (bookings: readonly ReturnType<typeof recently>[], usual = QUIET) =>
    rushOf(bookings, usual, SMALL_LIMITS);
  const many = (times: number, different: Parameters<typeof recently>[0] = {}) =>
    Array.from({ length: times }, () => recently({ minutes: 15, ...different }));

  it.each([
    ['no rush', 'twenty bookings', many(20), QUIET],
    ['a rush', 'more, where two are usual', many(21), { bookings: 2, minutes: 0 }],
    ['no rush', 'more, where that is usual', many(21), { bookings: 2.1, minutes: 0 }],
    ['a rush', 'ten times the usual', many(31), { bookings: 3, minutes: 0 }],
    ['no rush', '1 440 minutes', many(4, { minutes: 360 }), QUIET],
    ['a rush', 'more, where 144 are usual', many(5, { minutes: 289 }), { bookings: 0, minutes: 144 }],
    ['no rush', 'more, where that is usual', many(5, { minutes: 289 }), { bookings: 0, minutes: 145 }],
    ['no rush', 'more, which staff have confirmed', many(5, { minutes: 289, status: 'confirmed' }), QUIET],
    [
      'no rush',
      'two senders with all their minutes',
      many(24, { source: 'one', minutes: 60 }).concat(many(24, { source: 'two', minutes: 60 })),
      QUIET,
    ],
    [
      'a rush',
      'long visits of many addresses, though all give one mailbox',
      many(25, { email: 'a@example.com', minutes: 60 }),
      QUIET,
    ],
    [
      'no rush',
      'an IPv6 network',
      Array.from({ length: 40 }, (_, n) => recently({ minutes: 60, network: 'net', source: `in it ${n}` })),
      QUIET,
    ],
    ['no rush', 'a hundred that were cancelled', many(100, { status: 'cancelled' }), QUIET],
    ['no rush', 'a hundred from one address', many(100, { source: 'one' }), QUIET],
    ['no rush', 'ninety for one phone', many(90, { phoneE164: '+19255550100' }), QUIET],
    ['no rush', 'ninety for one mailbox', many(90, { email: 'ann@example.com' }), QUIET],
    [
      'no rush',
      'four senders of a hundred',
      ['a', 'b', 'c', 'd'].flatMap((source) => many(25, { source })),
      QUIET,
    ],
    [
      'a rush',
      'five senders of five',
      ['a', 'b', 'c', 'd', 'e'].flatMap((source) => many(5, { source })),
      QUIET,
    ],
  ])('is %s: %s', (expected, _, bookings, usual) => {
    expect(stateOf(bookings, usual).isOn ? 'a rush' : 'no rush').toBe(expected);
  });

  it('counts five of one sender, who leaves room for everybody else', () => {
    const booked = [...many(20, { source: 'one', minutes: 60 }), ...many(2, { minutes: 30 })];
    expect(stateOf(booked)).toEqual({ isOn: false, bookings: 7, minutes: 420 });
  });

  it('is over once staff end it, until as much is booked anew', async () => {
    const log = memoryEventStore();
    const bookings = many(21, { madeAt: new Date('2026-11-24T17:00:00Z') });
    const records = { lastHour: async () => bookings, usualHour: async () => QUIET };
    const deps = { log, records, limits: SMALL_LIMITS };
    const rush = createRush({ ...deps, isOff: false });
    expect(await rush.now()).toMatchObject({ isOn: true, bookings: 21 });
    await record(log, [{ stream: RUSH_STREAM, type: 'RushEnded', data: {}, at: '2026-11-24T17:00:01Z' }]);
    expect(await rush.now()).toEqual({ isOn: false, bookings: 0, minutes: 0 });
    bookings.push(...many(21, { madeAt: new Date('2026-11-24T17:00:02Z') }));
    expect(await rush.now()).toMatchObject({ isOn: true, bookings: 21 });
    expect(await createRush({ ...deps, isOff: true }).now()).toEqual({
      isOn: false,
      bookings: 0,
      minutes: 0,
    });
  });
});
