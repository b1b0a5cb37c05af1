import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeStarts, isOffered, overlaps, without } from '../../src/salon/slots.ts';

const tuesday = { start: 540, end: 1260 };
const minutes = fc.integer({ min: 0, max: 1440 });
const interval = fc
  .tuple(minutes, minutes)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

describe('free starts', () => {
  it('are 24 for half an hour on an open Tuesday, from opening to half an hour before closing', () => {
    const starts = freeStarts([tuesday], [], 30);
    expect(starts).toHaveLength(24);
    expect([starts[0], starts.at(-1)]).toEqual([540, 1230]);
  });

  it('leave room for the whole duration before the window ends', () => {
    expect(freeStarts([tuesday], [], 180).at(-1)).toBe(1080);
    expect(freeStarts([tuesday], [], 720)).toEqual([540]);
    expect(freeStarts([tuesday], [], 735)).toEqual([]);
  });

  it('overlap nothing that is taken, and may touch it', () => {
    expect(freeStarts([{ start: 540, end: 720 }], [{ start: 600, end: 645 }], 30)).toEqual([
      540, 570, 660, 690,
    ]);
  });

  it('never run from one window into the next, and each window has its own grid', () => {
    const windows = [
      { start: 540, end: 600 },
      { start: 615, end: 675 },
    ];
    expect(freeStarts(windows, [], 60)).toEqual([540, 615]);
    expect(freeStarts(windows, [], 30)).toEqual([540, 570, 615, 645]);
  });

  it('are listed once and in order where windows meet or overlap', () => {
    const windows = [
      { start: 570, end: 660 },
      { start: 540, end: 630 },
    ];
    expect(freeStarts(windows, [], 30)).toEqual([540, 570, 600, 630]);
  });

  it('are none on a closed day', () => {
    expect(freeStarts([], [], 30)).toEqual([]);
  });

  it('are exactly the offered grid starts that overlap nothing', () => {
    fc.assert(
      fc.property(
        fc.array(interval, { maxLength: 3 }),
        fc.array(interval, { maxLength: 6 }),
        fc.constantFrom(15, 30, 45, 60, 180),
        (windows, taken, duration) => {
          const expected = Array.from({ length: 1441 }, (_, start) => ({ start, end: start + duration }))
            .filter((slot) => isOffered(slot, windows) && !taken.some((other) => overlaps(slot, other)))
            .map(({ start }) => start);
          expect(freeStarts(windows, taken, duration)).toEqual(expected);
        },
      ),
    );
  });
});

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
