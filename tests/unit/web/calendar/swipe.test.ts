import { expect, it } from 'vitest';
import { swipeOf } from '../../../../web/admin/calendar/plan/swipe.ts';

const WIDTH = 390;
const from = { x: 200, y: 400 };
const swiped = (across: number, down: number, begun = from) =>
  swipeOf(begun, { x: begun.x + across, y: begun.y + down }, WIDTH);

it.each([
  ['to the left turns to what comes after', -80, 10, 1],
  ['to the right turns to what was before', 80, -10, -1],
  ['that is short is none', -55, 0, null],
  ['down the page is none', -80, 60, null],
  ['straight down is none', 0, 300, null],
] as const)('a swipe %s', (_, across, down, by) => {
  expect(swiped(across, down)).toBe(by);
});

it('leaves the edges of the screen to the browser', () => {
  expect(swiped(120, 0, { x: 10, y: 400 })).toBeNull();
  expect(swiped(-120, 0, { x: WIDTH - 10, y: 400 })).toBeNull();
});
