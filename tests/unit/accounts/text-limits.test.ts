import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../src/adapters/postgres/usage-limits.ts';
import {
  type AskedText,
  countedTexts,
  NEW_IN_ALL_LIMITS,
  NUMBER_LIMITS,
  USER_LIMITS,
} from '../../../src/features/accounts/factors/phone-codes.ts';

const minutes = (...ages: readonly number[]) => ages.map((age) => age * 60);

describe('texts to one number', () => {
  it('are a minute apart', () => {
    expect(waitFor(NUMBER_LIMITS, [])).toBe(0);
    expect(waitFor(NUMBER_LIMITS, [0])).toBe(60);
    expect(waitFor(NUMBER_LIMITS, [59, 600])).toBe(1);
    expect(waitFor(NUMBER_LIMITS, [60, 600])).toBe(0);
  });

  it('are five an hour, in any order of counting', () => {
    expect(waitFor(NUMBER_LIMITS, minutes(50, 2, 40, 20))).toBe(0);
    expect(waitFor(NUMBER_LIMITS, minutes(50, 2, 40, 20, 30))).toBe(600);
    expect(waitFor(NUMBER_LIMITS, minutes(60, 2, 40, 20, 30))).toBe(0);
  });
});

describe('texts that one user asks for', () => {
  it('are eight an hour and twenty a day', () => {
    expect(waitFor(USER_LIMITS, minutes(1, 2, 3, 4, 5, 6, 7))).toBe(0);
    expect(waitFor(USER_LIMITS, minutes(1, 2, 3, 4, 5, 6, 7, 8))).toBe(52 * 60);
    const everyHour = Array.from({ length: 20 }, (_, hour) => (hour + 1) * 3_600);
    expect(waitFor(USER_LIMITS, everyHour.slice(0, 19))).toBe(0);
    expect(waitFor(USER_LIMITS, everyHour)).toBe(4 * 3_600);
  });
});

describe('the subjects under which a text counts', () => {
  const text: AskedText = {
    phone: '+19255550100',
    userId: 'ada',
    address: '192.0.2.1',
    isVerified: false,
    isStaff: false,
  };
  const subjectsOf = (changes: Partial<AskedText>) =>
    countedTexts({ ...text, ...changes }, (...what) => what.join(' ')).map(({ subject }) => subject);
  const shared = (one: Partial<AskedText>, other: Partial<AskedText>) =>
    subjectsOf(one).filter((subject) => subjectsOf(other).includes(subject));

  it("share nothing between a factor's number and a stranger who adds that number", () => {
    expect(shared({ isVerified: true }, { userId: 'mallory' })).toEqual([]);
  });

  it('are the number alone while it is being added, whoever adds it', () => {
    expect(shared({}, { userId: 'mallory', address: '192.0.2.2', isStaff: true })).toEqual([
      'text to new +19255550100',
    ]);
  });

  it("are the sender's address, and all numbers that are being added", () => {
    const elsewhere = { userId: 'mallory', phone: '+19255550199' };
    expect(shared({}, elsewhere)).toEqual(['texts to new from 192.0.2.1', 'texts to new']);
    expect(shared({ address: undefined }, { ...elsewhere, address: undefined })).toEqual(['texts to new']);
    expect(waitFor(NEW_IN_ALL_LIMITS, Array(40).fill(60))).toBe(59 * 60);
  });

  it('are none of these for staff, so that no customer keeps them from adding a phone', () => {
    expect(subjectsOf({ isStaff: true })).not.toContain('texts to new');
  });

  it('are shared by users who have the same phone as a factor', () => {
    expect(shared({ isVerified: true }, { isVerified: true, userId: 'grace' })).toEqual([
      'texts to +19255550100',
    ]);
  });
});
