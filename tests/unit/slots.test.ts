import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, without } from '../../src/salon/slots.ts';

const minutes = fc.integer({ min: 0, max: 1440 });
const interval = fc
  .tuple(minutes, minutes)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

describe('overlap', () => {
  it('is mutual, and means a minute in common', () => {
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const common = Math.min(a.end, b.end) - Math.max(a.start, b.start) > 0;
        expect([overlaps(a, b), overlaps(b, a)]).toEqual([common, common]);
      }),
    );
  });
});

it('the difference of two sets of intervals has exactly the minutes that only the first set has', () => {
  const isIn = (intervals: readonly { start: number; end: number }[], minute: number) =>
    intervals.some(({ start, end }) => start <= minute && minute < end);
  fc.assert(
    fc.property(
      fc.array(interval, { maxLength: 3 }),
      fc.array(interval, { maxLength: 4 }),
      (some, others) => {
        const left = without(some, others);
        expect(left.every(({ start, end }) => start < end)).toBe(true);
        for (let minute = 0; minute < 1440; minute += 1)
          if (isIn(left, minute) !== (isIn(some, minute) && !isIn(others, minute)))
            expect.fail(`${minute} of ${JSON.stringify({ some, others, left })}`);
      },
    ),
  );
});
