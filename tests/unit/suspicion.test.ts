import { describe, expect, it } from 'vitest';
import {
  isSuspicious,
  MOST_NAMES_OF_A_PHONE,
  MOST_UPCOMING_BOOKINGS,
} from '../../src/features/booking/admission/suspicion.ts';

const NOBODY = { ofPhone: 0, ofEmail: 0, names: [] };
const FAMILY = ['Ann Lee', 'Bo Lee', 'Cy Lee', 'Di Lee', 'Ed Lee'];
const people = (count: number) => Array.from({ length: count }, (_, index) => `Person ${index}`);

describe('a booking', () => {
  it('is suspicious as the thirteenth to come, and under the ninth name', () => {
    expect([MOST_UPCOMING_BOOKINGS, MOST_NAMES_OF_A_PHONE]).toEqual([12, 8]);
  });

  it("is a customer's first, or one of a family's, without suspicion", () => {
    expect(isSuspicious('Ann Lee', NOBODY)).toBe(false);
    expect(isSuspicious('Flo Lee', { ofPhone: 10, ofEmail: 10, names: FAMILY })).toBe(false);
  });

  it.each(['ofPhone', 'ofEmail'] as const)(
    'is suspicious on top of many that are upcoming already (%s)',
    (count) => {
      const names = ['Ann Lee'];
      expect(isSuspicious('Ann Lee', { ...NOBODY, names, [count]: MOST_UPCOMING_BOOKINGS - 1 })).toBe(false);
      expect(isSuspicious('Ann Lee', { ...NOBODY, names, [count]: MOST_UPCOMING_BOOKINGS })).toBe(true);
    },
  );

  it('is suspicious under yet another name for one phone, but not under a known one', () => {
    const names = people(MOST_NAMES_OF_A_PHONE);
    const upcoming = { ofPhone: 8, ofEmail: 0, names };
    expect(isSuspicious('Somebody New', upcoming)).toBe(true);
    expect(isSuspicious('  person   3 ', upcoming)).toBe(false);
    expect(isSuspicious('Somebody New', { ...upcoming, names: names.slice(1) })).toBe(false);
  });

  it('counts a name once, however it is written', () => {
    const names = [...people(7), 'PERSON 0', 'person  1', ' Person 2'];
    expect(isSuspicious('Person 8', { ofPhone: 10, ofEmail: 0, names })).toBe(false);
  });
});
