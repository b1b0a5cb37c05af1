import { expect, it } from 'vitest';
import {
  type BlockDays,
  datesOf,
  daysOfWeek,
  movedTo,
  repetitionOf,
} from '../../../../web/admin/calendar/blocked/block-days.ts';

/** A Wednesday. */
const WEDNESDAY = '2026-12-02';
const chosen = (more: Partial<BlockDays> = {}): BlockDays => ({
  date: WEDNESDAY,
  weekdays: [3],
  isWeekly: false,
  until: '',
  ...more,
});

it('a block on the date alone repeats nothing', () => {
  expect(datesOf(chosen())).toEqual([WEDNESDAY]);
  expect(repetitionOf(chosen())).toEqual({ repeatUntil: undefined, weekdays: undefined });
});

it('each chosen weekday comes once from the date on, unless weeks are asked for', () => {
  const days = chosen({ weekdays: [1, 3, 4] });
  expect(datesOf(days)).toEqual([WEDNESDAY, '2026-12-03', '2026-12-07']);
  expect(repetitionOf(days)).toEqual({ repeatUntil: '2026-12-07', weekdays: [1, 3, 4] });
  const weekly = { isWeekly: true, until: '2026-12-10' };
  expect(datesOf(chosen(weekly))).toEqual([WEDNESDAY, '2026-12-09']);
  expect(repetitionOf(chosen(weekly))).toEqual({ repeatUntil: '2026-12-10', weekdays: undefined });
  expect(repetitionOf({ ...days, ...weekly })).toEqual({ repeatUntil: '2026-12-10', weekdays: [1, 3, 4] });
  expect(datesOf(chosen({ isWeekly: true, until: '2026-12-01' }))).toEqual([]);
});

it('the only weekday goes along with the date, and several stay', () => {
  expect(movedTo(chosen(), '2026-12-04')).toEqual({ date: '2026-12-04', weekdays: [5] });
  expect(movedTo(chosen({ weekdays: [2, 3] }), '2026-12-04')).toMatchObject({ weekdays: [2, 3] });
});

it('the working days of a week are those that are not over', () => {
  const working = [2, 3, 4, 5, 6];
  const rest = ['2026-12-03', '2026-12-04', '2026-12-05'];
  expect(daysOfWeek(WEDNESDAY, working, '2026-12-03')).toEqual(rest);
  expect(daysOfWeek('2026-12-05', working, '2026-11-20')).toEqual(['2026-12-01', WEDNESDAY, ...rest]);
});
