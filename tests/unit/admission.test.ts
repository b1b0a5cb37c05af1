import { describe, expect, it } from 'vitest';
import type { UsageLimit } from '../../src/adapters/postgres/usage-limit.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import {
  type BookingAttempt,
  createAdmission,
  refusal,
} from '../../src/features/booking/admission/admission.ts';
import { limitSubjects } from '../../src/features/booking/admission/limit-subject.ts';
import { MOST_UPCOMING_BOOKINGS } from '../../src/features/booking/admission/suspicion.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { refuse } from '../../src/http/refusal.ts';
import { book, createTestSalon, newBooking, runOf, STAFF } from '../support/test-salon.ts';

/** Seconds until there is room again: the shortest time that means a refusal. */
const WAIT = 1;

/** A limit of so many uses a subject, in memory; it never forgets. */
function usageLimit(most: number) {
  const uses = new Map<string, Set<string>>();
  const of = (subject: string) => uses.get(subject) ?? new Set<string>();
  const limit: UsageLimit = {
    async consume(subjects, use, insteadOf = '') {
      const isFull = subjects.some((subject) => {
        const others = [...of(subject)].filter((other) => other !== use && other !== insteadOf);
        return others.length >= most;
      });
      if (isFull) return WAIT;
      for (const subject of subjects) uses.set(subject, of(subject).add(use));
      return 0;
    },
    async refund(subjects, use) {
      for (const subject of subjects) of(subject).delete(use);
    },
  };
  const counted = () =>
    Object.fromEntries([...uses].flatMap(([subject, { size }]) => (size > 0 ? [[subject, size]] : [])));
  return { limit, counted };
}

const CONTACTS = {
  name: 'Ann Lee',
  email: 'Ann@Example.com',
  phone: '925-555-0100',
  phoneE164: '+19255550100',
};
const CUSTOMER = { kind: 'customer', address: '192.0.2.1' } as const;

function givenAdmission({ bookings = 1, holds = 1, upcoming = 0 } = {}) {
  const [bookingLimit, holdLimit] = [usageLimit(bookings), usageLimit(holds)];
  const admission = createAdmission({
    bookingLimit: bookingLimit.limit,
    holdLimit: holdLimit.limit,
    subjectOf: (kind, value) => `${kind} ${value}`,
    upcomingBookings: async (phone, email) => ({
      ofPhone: phone === CONTACTS.phoneE164 ? upcoming : 0,
      ofEmail: email === CONTACTS.email ? upcoming : 0,
      names: [],
    }),
  });
  const attempt = (different: Partial<BookingAttempt> = {}) =>
    admission.admitBooking({
      commandId: 'a',
      sender: CUSTOMER,
      contacts: CONTACTS,
      minutes: 30,
      ...different,
    });
  return { admission, attempt, bookings: bookingLimit.counted, holds: holdLimit.counted };
}

describe('a booking', () => {
  it('counts for its phone and its e-mail, however they are written', async () => {
    const { attempt, bookings } = givenAdmission();
    expect(await attempt()).toMatchObject({ kind: 'admitted' });
    expect(bookings()).toEqual({ 'phone +19255550100': 1, 'email ann@example.com': 1 });
    expect(await attempt({ commandId: 'b' })).toEqual({
      kind: 'refused',
      code: 'rate-limit-exceeded',
      retryAfterSeconds: WAIT,
    });
  });

  it('counts by its digits for a phone that is no number of the network', async () => {
    const { attempt, bookings } = givenAdmission();
    await attempt({ contacts: { ...CONTACTS, email: null, phone: '(12) 34-5', phoneE164: null } });
    expect(bookings()).toEqual({ 'phone 12345': 1 });
  });

  it('counts once, however often its command is decided again', async () => {
    const { attempt, bookings } = givenAdmission();
    await attempt();
    expect(await attempt()).toMatchObject({ kind: 'admitted' });
    expect(Object.values(bookings())).toEqual([1, 1]);
  });

  it('counts no more once it is refunded', async () => {
    const { attempt, bookings } = givenAdmission();
    const admitted = await attempt();
    if (admitted.kind === 'admitted') await admitted.refund();
    expect(bookings()).toEqual({});
  });

  it.each([
    ['phone', { email: null }],
    ['e-mail', { phoneE164: null }],
  ])('is refused as suspicious by its %s before it counts', async (_, different) => {
    const { attempt, bookings } = givenAdmission({ upcoming: MOST_UPCOMING_BOOKINGS });
    expect(await attempt({ contacts: { ...CONTACTS, ...different } })).toEqual({
      kind: 'refused',
      code: 'suspicious-booking',
    });
    expect(bookings()).toEqual({});
  });

  it('is not suspected where nobody is to be', async () => {
    const { limit } = usageLimit(1);
    const subjectOf = () => 'somebody';
    const admission = createAdmission({ bookingLimit: limit, holdLimit: limit, subjectOf });
    const attempt = { commandId: 'a', sender: CUSTOMER, contacts: CONTACTS, minutes: 30 };
    expect(await admission.admitBooking(attempt)).toMatchObject({ kind: 'admitted' });
  });

  it.each(['admin', 'system'] as const)('by %s is neither counted nor suspected', async (kind) => {
    const { attempt, bookings } = givenAdmission({ bookings: 0, upcoming: MOST_UPCOMING_BOOKINGS });
    expect(await attempt({ sender: { ...CUSTOMER, kind } })).toMatchObject({ kind: 'admitted' });
    expect(bookings()).toEqual({});
  });
});

describe('a hold', () => {
  const hold = (holdId: string, replaces?: string) => ({ holdId, sender: CUSTOMER, replaces, minutes: 30 });

  it('counts for its address until it is over', async () => {
    const { admission, holds } = givenAdmission();
    await admission.admitHold(hold('a'));
    expect(holds()).toEqual({ 'address 192.0.2.1': 1 });
    expect(await admission.admitHold(hold('b'))).toEqual({
      kind: 'refused',
      code: 'too-many-requests',
      retryAfterSeconds: WAIT,
    });
    await admission.refundHold(hold('a'));
    expect(holds()).toEqual({});
    expect(await admission.admitHold(hold('b'))).toMatchObject({ kind: 'admitted' });
  });

  it('may take the place of the one before', async () => {
    const { admission } = givenAdmission();
    await admission.admitHold(hold('a'));
    expect(await admission.admitHold(hold('b', 'a'))).toMatchObject({ kind: 'admitted' });
  });

  it('of staff is not counted', async () => {
    const { admission, holds } = givenAdmission({ holds: 0 });
    const byStaff = { ...hold('a'), sender: { ...CUSTOMER, kind: STAFF.kind } };
    expect(await admission.admitHold(byStaff)).toMatchObject({ kind: 'admitted' });
    await admission.refundHold(byStaff);
    expect(holds()).toEqual({});
  });
});

describe('a refusal', () => {
  it('is an error that says when to try again, if that would help', () => {
    expect(refusal({ kind: 'refused', code: 'suspicious-booking' })).toMatchObject({
      code: 'suspicious-booking',
      retryAfterSeconds: undefined,
    });
    expect(refusal({ kind: 'refused', code: 'rate-limit-exceeded', retryAfterSeconds: 60 })).toMatchObject({
      code: 'rate-limit-exceeded',
      retryAfterSeconds: 60,
    });
  });
});

describe('what a limit counts under', () => {
  const subjectOf = limitSubjects(Buffer.from('a key'));

  it('is the same for the same phone, e-mail or address, and tells nobody else what it is', () => {
    const subject = subjectOf('phone', '+19255550100');
    expect(limitSubjects(Buffer.from('a key'))('phone', '+19255550100')).toBe(subject);
    expect(subject).toMatch(/^[\w-]{43}$/);
    const others = [
      subjectOf('phone', '+19255550101'),
      subjectOf('address', '+19255550100'),
      limitSubjects(Buffer.from('another key'))('phone', '+19255550100'),
    ];
    expect(others).not.toContain(subject);
  });
});

describe('creating a booking', () => {
  const KEY = 'the-first-key-0123456789';
  const OTHER_KEY = 'another-key-0123456789';

  it('takes no time when it is not admitted, and leaves nothing behind', async () => {
    const log = memoryEventStore();
    const { admission } = givenAdmission({ bookings: 0 });
    await expect(book(createTestSalon(log, { admission }), KEY)).rejects.toThrow(
      refuse('rate-limit-exceeded', WAIT),
    );
    expect(await log.head()).toBe('');
  });

  it('is answered again without being admitted again', async () => {
    const log = memoryEventStore();
    const first = await book(createTestSalon(log), KEY);
    const { admission } = givenAdmission({ bookings: 0 });
    expect(await book(createTestSalon(log, { admission }), KEY)).toEqual(first);
  });

  it('counts only as long as no rule refuses it', async () => {
    const log = memoryEventStore();
    await book(createTestSalon(log), OTHER_KEY);
    const { admission, bookings } = givenAdmission();
    await expect(book(createTestSalon(log, { admission }), KEY)).rejects.toThrow('slot-taken');
    expect(bookings()).toEqual({});
  });

  it('still counts when nobody knows whether it was recorded', async () => {
    const log = memoryEventStore();
    const { admission, bookings } = givenAdmission();
    const lost = {
      ...log,
      append: async () => {
        throw new StoreUnavailable('lost');
      },
    };
    await expect(book(createTestSalon(lost, { admission }), KEY)).rejects.toThrow(StoreUnavailable);
    expect(bookings()).toEqual({ 'phone +19255550100': 1 });
  });

  it('is open to staff whatever is counted', async () => {
    const { admission } = givenAdmission({ bookings: 0 });
    const salon = createTestSalon(memoryEventStore(), { admission });
    const run = runOf({ key: KEY, command: 'create-booking', actor: STAFF });
    expect((await salon.bookings.create(bookingIdOf(KEY), newBooking(), run)).status).toBe('confirmed');
  });
});
