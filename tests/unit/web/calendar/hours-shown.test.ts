import { describe, expect, it } from 'vitest';
import { hoursShown, snap } from '../../../../web/admin/calendar/plan/hours-shown.ts';

const at = (start: number, end: number) => ({ start, end });

describe('the hours that a grid shows', () => {
  it('is an hour around the opening hours, in whole hours', () => {
    expect(hoursShown([at(570, 1140)], [])).toEqual(at(480, 1200));
  });

  it('covers appointments outside of them', () => {
    expect(hoursShown([at(540, 1020)], [at(435, 480), at(1200, 1275)])).toEqual(at(420, 1320));
  });

  it('ends with the day', () => {
    expect(hoursShown([at(0, 1440)], [])).toEqual(at(0, 1440));
  });

  it('is the middle of a day that is closed and empty', () => {
    expect(hoursShown([], [])).toEqual(at(480, 1080));
  });

  it('is about the appointments where the salon is closed', () => {
    expect(hoursShown([], [at(800, 860)])).toEqual(at(480, 1080));
    expect(hoursShown([], [at(300, 360)])).toEqual(at(300, 1080));
  });
});

describe('snapping', () => {
  it('goes to the nearest quarter of an hour', () => {
    expect([540, 547, 548, 562, 0, 1439].map(snap)).toEqual([540, 540, 555, 555, 0, 1440]);
  });
});
