import { describe, expect, it } from 'vitest';
import { NUMBER_LIMITS, USER_LIMITS } from '../../../src/features/accounts/factors/text-limits.ts';
import { waitFor } from '../../../src/features/accounts/usage-limits.ts';

const minutes = (...ages: readonly number[]) => ages.map((age) => age * 60);

describe('texts to one number', () => {
  it('are a minute apart', () => {
    expect(waitFor(NUMBER_LIMITS, [])).toBe(0);
    expect(waitFor(NUMBER_LIMITS, [0])).toBe(60);
    expect(waitFor(NUMBER_LIMITS, [59, 600])).toBe(1);
    expect(waitFor(NUMBER_LIMITS, [60, 600])).toBe(0);
  });

  it('are five an hour, in whatever order they are counted', () => {
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
