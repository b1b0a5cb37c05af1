import { expect, it } from 'vitest';
import { longestIn } from '../../../../web/admin/calendar/plan/first-in-the-way.ts';

const column = (taken: Parameters<typeof longestIn>[0]['taken']) => ({ taken, appointments: [] });
const ann = { id: 'ann', start: 600 };

it('finds the first thing after the start of an appointment, and the latest end before it', () => {
  const taken = [
    { id: 'later', start: 720, end: 750 },
    { id: 'lunch', start: 660, end: 690, isBlock: true as const },
    { id: 'ann', start: 600, end: 630 },
    { id: 'before', start: 540, end: 600 },
  ];
  expect(longestIn(column(taken), ann)).toEqual({
    what: { kind: 'blocked-time', start_time: '11:00 AM' },
    name: undefined,
    longestEnd: 660,
  });
  expect(longestIn(column([{ id: 'over', start: 590, end: 610 }]), ann)?.longestEnd).toBeNull();
  expect(longestIn(column([]), ann)).toBeUndefined();
});
