import { describe, expect, it } from 'vitest';
import type { BookingRecord } from '../../src/contracts/bookings/booking-records.ts';
import {
  isSuspicious,
  MOST_NAMES_OF_A_PHONE,
  MOST_UPCOMING_BOOKINGS,
} from '../../src/features/booking/admission/suspicion.ts';
import { ANN } from '../support/booking/admission-world.ts';

const record = (different: Partial<BookingRecord> = {}): BookingRecord => ({
  id: 'booking',
  status: 'pending',
  minutes: 30,
  isUpcoming: true,
  source: null,
  ...ANN,
  ...different,
});
const many = (count: number, different: (index: number) => Partial<BookingRecord> = () => ({})) =>
  Array.from({ length: count }, (_, index) => record(different(index)));
const FAMILY = ['Ann Lee', 'Bo Lee', 'Cy Lee', 'Di Lee', 'Ed Lee'];
const person = (index: number) => ({ name: `Person ${index}` });

describe('a booking', () => {
  it('is suspicious as the thirteenth to come, and under the ninth name', () => {
    expect([MOST_UPCOMING_BOOKINGS, MOST_NAMES_OF_A_PHONE]).toEqual([12, 8]);
  });

  it("is a customer's first, or one of a family's, without suspicion", () => {
    expect(isSuspicious(ANN, [])).toBe(false);
    const family = many(10, (index) => ({ name: FAMILY[index % FAMILY.length] ?? null }));
    expect(isSuspicious({ ...ANN, name: 'Flo Lee' }, family)).toBe(false);
  });

  it.each([
    ['phone', { email: 'other@example.com' }],
    ['e-mail', { phoneE164: '+19255550199' }],
  ])('is suspicious on top of many that are upcoming already with its %s', (_, different) => {
    const contacts = { ...ANN, ...different };
    expect(isSuspicious(contacts, many(MOST_UPCOMING_BOOKINGS - 1))).toBe(false);
    expect(isSuspicious(contacts, many(MOST_UPCOMING_BOOKINGS))).toBe(true);
  });

  it('has the bookings of its phone and those of its e-mail counted apart', () => {
    const records = [
      ...many(11, () => ({ email: null })),
      ...many(11, () => ({ phoneE164: '+19255550199', name: 'Ann Lee' })),
    ];
    expect(isSuspicious(ANN, records)).toBe(false);
  });

  it('is no different for the capitals of its e-mail', () => {
    const records = many(MOST_UPCOMING_BOOKINGS, () => ({ phoneE164: '+19255550199' }));
    expect(isSuspicious({ ...ANN, email: 'Ann@Example.COM' }, records)).toBe(true);
  });

  it('without an e-mail is not counted with others that have none', () => {
    const records = many(MOST_UPCOMING_BOOKINGS, () => ({ phoneE164: '+19255550199', email: null }));
    expect(isSuspicious({ ...ANN, email: null }, records)).toBe(false);
  });

  it.each<Partial<BookingRecord>>([{ status: 'cancelled' }, { status: 'completed' }, { isUpcoming: false }])(
    'is not suspicious for what is over (%o)',
    (different) => {
      expect(
        isSuspicious(
          ANN,
          many(40, (index) => ({ ...person(index), ...different })),
        ),
      ).toBe(false);
    },
  );

  it('is suspicious for confirmed ones as for pending ones', () => {
    expect(
      isSuspicious(
        ANN,
        many(MOST_UPCOMING_BOOKINGS, () => ({ status: 'confirmed' })),
      ),
    ).toBe(true);
  });

  it('is suspicious under yet another name for one phone, but not under a known one', () => {
    const records = many(MOST_NAMES_OF_A_PHONE, person);
    const named = (name: string) => ({ ...ANN, name });
    expect(isSuspicious(named('Somebody New'), records)).toBe(true);
    expect(isSuspicious(named('  person   3 '), records)).toBe(false);
    expect(isSuspicious(named('Somebody New'), records.slice(1))).toBe(false);
  });

  it('has no name counted that belongs to its e-mail alone, or to nobody any more', () => {
    const records = [
      ...many(MOST_NAMES_OF_A_PHONE - 1, person),
      ...many(2, () => ({ name: 'Of another phone', phoneE164: '+19255550199' })),
      ...many(2, () => ({ name: null })),
    ];
    expect(isSuspicious({ ...ANN, name: 'Somebody New' }, records)).toBe(false);
  });

  it('has a name counted once, however it is written', () => {
    const spellings = ['PERSON 0', 'person  1', ' Person 2'];
    const records = [...many(7, person), ...many(3, (index) => ({ name: spellings[index] ?? null }))];
    expect(isSuspicious({ ...ANN, name: 'Person 8' }, records)).toBe(false);
  });
});
