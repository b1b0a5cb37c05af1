import { describe, expect, it } from 'vitest';
import { spokenWait } from '../../../src/features/accounts/limits.ts';
import { pauseAfter } from '../../../src/features/accounts/pauses.ts';

const failures = (count: number, newest: number) =>
  Array.from({ length: count }, (_, place) => newest + place);

/** Five failures are free. */
const pause = (ages: readonly number[]) => pauseAfter(ages, 5);

describe('the pause after failures', () => {
  it('is none for the first five', () => {
    for (let count = 0; count < 5; count += 1) expect(pause(failures(count, 0))).toBe(0);
  });

  it('doubles with each failure, up to a quarter of an hour', () => {
    expect([5, 6, 7, 8, 9, 10, 400].map((count) => pause(failures(count, 0)))).toEqual([
      30, 60, 120, 240, 480, 900, 900,
    ]);
  });

  it('is counted from the newest failure', () => {
    expect(pause(failures(6, 59))).toBe(1);
    expect(pause(failures(6, 60))).toBe(0);
    expect(pause(failures(400, 900))).toBe(0);
  });
});

it.each([
  [0.2, '1 second'],
  [29.3, '30 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
  [5_400, '90 minutes'],
  [5_401, '2 hours'],
  [86_390, '24 hours'],
])('says %s s as %j', (seconds, text) => {
  expect(spokenWait(seconds)).toBe(text);
});
