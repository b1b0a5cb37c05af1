import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/salon/parts.ts';
import { type Interval, overlaps } from '../../src/salon/slots.ts';
import { freeStarts, isForStaff, isOffered, type StartRules } from '../../src/salon/starts.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';

const tuesday = { start: 540, end: 1260 };
const minutes = fc.integer({ min: 0, max: 1440 });
const interval = fc
  .tuple(minutes, minutes)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));

const startsOf = (
  windows: readonly Interval[],
  taken: readonly Interval[],
  duration: number,
  rules: Partial<StartRules> = {},
) => freeStarts(windows, taken.flatMap(partsOf), { start: 0, end: duration }, { ...USUAL_STARTS, ...rules });

describe('free starts', () => {
  it('are 24 for half an hour on an open Tuesday, from opening to half an hour before closing', () => {
    const starts = startsOf([tuesday], [], 30);
    expect(starts).toHaveLength(24);
    expect([starts[0], starts.at(-1)]).toEqual([540, 1230]);
  });

  it('leave room for the whole duration before the window ends', () => {
    expect(startsOf([tuesday], [], 180).at(-1)).toBe(1080);
    expect(startsOf([tuesday], [], 720)).toEqual([540]);
    expect(startsOf([tuesday], [], 735)).toEqual([]);
  });

  it('overlap nothing that is taken, and may touch it', () => {
    expect(startsOf([{ start: 540, end: 720 }], [{ start: 600, end: 645 }], 30)).toEqual([
      540, 570, 660, 690,
    ]);
  });

  it('never run from one window into the next, and each window has its own grid', () => {
    const windows = [
      { start: 540, end: 600 },
      { start: 615, end: 675 },
    ];
    expect(startsOf(windows, [], 60)).toEqual([540, 615]);
    expect(startsOf(windows, [], 30)).toEqual([540, 570, 615, 645]);
  });

  it('are listed once and in order where windows meet or overlap', () => {
    const windows = [
      { start: 570, end: 660 },
      { start: 540, end: 630 },
    ];
    expect(startsOf(windows, [], 30)).toEqual([540, 570, 600, 630]);
  });

  it('are none on a closed day', () => {
    expect(startsOf([], [], 30)).toEqual([]);
  });

  it('are closer with a finer grid, which begins with each window', () => {
    const windows = [
      { start: 540, end: 600 },
      { start: 615, end: 660 },
    ];
    expect(startsOf(windows, [], 30, { start_every_minutes: 15 })).toEqual([540, 555, 570, 615, 630]);
    expect(startsOf(windows, [], 30, { start_every_minutes: 10 })).toEqual([540, 550, 560, 570, 615, 625]);
  });

  it('have the last start before closing where the salon offers it, once', () => {
    const last = { last_start_offered: true };
    const windows = [{ start: 540, end: 675 }];
    expect(startsOf(windows, [], 45, last)).toEqual([540, 570, 600, 630]);
    expect(startsOf(windows, [], 60, last)).toEqual([540, 570, 600, 615]);
    expect(startsOf(windows, [], 60, { ...last, start_every_minutes: 15 })).toEqual([
      540, 555, 570, 585, 600, 615,
    ]);
    expect(startsOf(windows, [{ start: 660, end: 675 }], 60, last)).toEqual([540, 570, 600]);
    expect(startsOf(windows, [], 150, last)).toEqual([]);
  });

  it('are exactly the offered starts that overlap nothing', () => {
    fc.assert(
      fc.property(
        fc.array(interval, { maxLength: 3 }),
        fc.array(interval, { maxLength: 6 }),
        fc.constantFrom(15, 30, 45, 60, 180),
        fc.constantFrom(30, 15, 10),
        fc.boolean(),
        (windows, taken, duration, start_every_minutes, last_start_offered) => {
          const rules = { ...USUAL_STARTS, start_every_minutes, last_start_offered };
          const expected = Array.from({ length: 1441 }, (_, start) => ({ start, end: start + duration }))
            .filter((slot) => isOffered(slot, windows, rules))
            .filter((slot) => !taken.some((other) => overlaps(slot, other)))
            .map(({ start }) => start);
          expect(startsOf(windows, taken, duration, rules)).toEqual(expected);
        },
      ),
    );
  });
});

describe('starts for staff', () => {
  const may = (start: number, rules: Partial<StartRules> = {}) =>
    isForStaff({ start, end: start + 30 }, [tuesday], { ...USUAL_STARTS, ...rules });

  it('are every half hour, those of visitors, and any five minutes where the salon allows it', () => {
    expect([may(480), may(555), may(545), may(1230)]).toEqual([true, false, false, true]);
    const quarter = { start_every_minutes: 15 };
    expect([may(555, quarter), may(545, quarter)]).toEqual([true, false]);
    const any = { staff_any_five_minutes: true };
    expect([may(545, any), may(5, any), may(546, any)]).toEqual([true, true, false]);
  });
});
