import { describe, expect, it } from 'vitest';
import type { ScheduleSlot } from '../../../src/contracts/salon/admin-hours.ts';
import { hoursText, stepsTo, weekdaysOf } from '../../../web/admin/calendar/hours/copied-hours.ts';

const slot = (id: string, start_time: string, end_time: string, is_available = true): ScheduleSlot => ({
  id,
  day_of_week: 2,
  start_time,
  end_time,
  is_available,
});
const [NINE, NOON, ONE, SIX] = [540, 720, 780, 1_080];
const DAY = { start: NINE, end: SIX };
const HALVES = [
  { start: NINE, end: NOON },
  { start: ONE, end: SIX },
];

describe('a weekday gets the hours of another one', () => {
  it('by adding them where it is closed, by changing its only ones, and not at all if it has them', () => {
    expect(stepsTo([], [DAY])).toEqual([{ kind: 'add', ...DAY }]);
    expect(stepsTo([slot('a', '09:00', '21:00')], [DAY])).toEqual([{ kind: 'change', id: 'a', ...DAY }]);
    expect(stepsTo([slot('a', '09:00', '18:00')], [DAY])).toEqual([]);
  });

  it('by switching on what is off', () => {
    expect(stepsTo([slot('a', '09:00', '18:00', false)], [DAY])).toEqual([{ kind: 'switch-on', id: 'a' }]);
    expect(stepsTo([slot('a', '09:00', '21:00', false)], [DAY])).toEqual([
      { kind: 'remove', id: 'a' },
      { kind: 'add', ...DAY },
    ]);
  });

  it('by removing what is in the way before anything is added, and keeps what fits', () => {
    const halves = [slot('a', '09:00', '12:00'), slot('b', '13:00', '19:00')];
    expect(stepsTo(halves, HALVES)).toEqual([{ kind: 'change', id: 'b', ...HALVES[1] }]);
    expect(stepsTo(halves, [DAY])).toEqual([
      { kind: 'remove', id: 'a' },
      { kind: 'remove', id: 'b' },
      { kind: 'add', ...DAY },
    ]);
    expect(stepsTo([slot('a', '09:00', '18:00')], HALVES)).toEqual([
      { kind: 'remove', id: 'a' },
      ...HALVES.map((half) => ({ kind: 'add', ...half })),
    ]);
  });
});

it('says when each weekday is open, Monday first', () => {
  const days = weekdaysOf({ hours: [slot('a', '09:00', '12:00'), slot('b', '13:00', '19:00')] });
  expect(days.map(({ name, hours }) => [name, hoursText(hours)]).slice(0, 2)).toEqual([
    ['Monday', 'Closed'],
    ['Tuesday', '9 AM – 12 PM, 1 PM – 7 PM'],
  ]);
  expect(days.at(-1)?.day).toBe(0);
  expect(hoursText([slot('a', '09:00', '12:00', false)])).toBe('Closed');
});
