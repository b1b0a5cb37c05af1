import { expect, it } from 'vitest';
import { longestIn } from '../../../../web/admin/calendar/plan/first-in-the-way.ts';

const column = (taken: Parameters<typeof longestIn>[0]['taken']) => ({ taken, appointments: [] });
const part = (start: number, end: number) => ({ resource_id: 'first', kind: 'service', start, end });
const ann = { id: 'ann', start: 600, end: 630, parts: [part(600, 630)] };

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
  const inHerGap = [{ id: 'ben', start: 630, end: 660 }];
  const colour = { ...ann, end: 720, parts: [part(600, 630), part(690, 720)] };
  expect(longestIn(column(inHerGap), colour)).toBeUndefined();
});
