import { expect, it } from 'vitest';
import { inTheWayOf, takenAt } from '../../../../web/admin/bookings/new/taken-at.ts';

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
  expect(inTheWayOf({ start: 570, end: 630 }, later)).toBeUndefined();
  expect(inTheWayOf({ start: 570, end: 645 }, later)).toBe(next);
  expect(inTheWayOf(colour(660), later)).toBeUndefined();
  expect(inTheWayOf(colour(645), later)).toBe(next);
  const evening = { start: 700, end: 760 };
  expect(inTheWayOf(colour(660), [...later, evening])).toBe(evening);
});
