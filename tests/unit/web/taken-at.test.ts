import { expect, it } from 'vitest';
import { isFreeOf, takenAt } from '../../../web/admin/bookings/new/taken-at.ts';

it('lets a time begin beside what comes later, also if that lies in its gap', () => {
  const block = (start: number, end: number, resource_id: string | null) => ({
    id: String(start),
    resource_id,
    start,
    end,
    reason: 'Training',
  });
  const blocks = [block(540, 570, 'first'), block(630, 660, 'first'), block(600, 720, 'bea')];
  const { now, next, later } = takenAt({ bookings: [], blocks }, 570, 'first');
  expect([now, next?.start, later.length]).toEqual([undefined, 630, 1]);
  const colour = (gapEnd: number) => ({
    start: 570,
    end: 720,
    parts: [
      { resource: 'first', start: 570, end: 630 },
      { resource: 'first', start: gapEnd, end: 720 },
    ],
  });
  expect(isFreeOf(later, { start: 570, end: 630 })).toBe(true);
  expect(isFreeOf(later, { start: 570, end: 645 })).toBe(false);
  expect(isFreeOf(later, colour(660))).toBe(true);
  expect(isFreeOf(later, colour(645))).toBe(false);
});
