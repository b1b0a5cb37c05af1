import { expect, it } from 'vitest';
import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import {
  type AfterChange,
  isOpenAfter,
  ofStylist,
  timesAfter,
} from '../../../../web/admin/bookings/after-change.ts';

const DATE = '2026-12-04';
const ALL_DAY = { start: 0, end: 1440 };
const TIMES: StaffTimes = {
  date: DATE,
  blocked: false,
  closed: false,
  windows: [{ start_time: '09:00', end_time: '17:00' }],
  duration: 60,
  times: [
    { time: '9:00 AM', state: 'free' },
    { time: '10:00 AM', state: 'taken' },
    { time: '1:00 PM', state: 'free' },
    { time: '5:00 PM', state: 'outside_hours' },
  ],
};
const leaving =
  (windows: readonly Interval[], blocked: readonly Interval[] = []): AfterChange =>
  (date) =>
    date === DATE ? { windows, blocked } : undefined;
const states = (after: AfterChange) =>
  timesAfter(TIMES, after).times.map(({ time, state }) => `${time} ${state}`);

it('times are free within the hours that the date will have, and not within those of before', () => {
  const later = leaving([{ start: 720, end: 1080 }]);
  expect(states(later)).toEqual(['9:00 AM outside_hours', '10:00 AM taken', '1:00 PM free', '5:00 PM free']);
  expect(timesAfter(TIMES, later).windows).toEqual([{ start_time: '12:00', end_time: '18:00' }]);
  expect(isOpenAfter(later, DATE)).toBe(true);
});

it('times that will be blocked are left out', () => {
  const lunch = leaving([{ start: 540, end: 1020 }], [{ start: 750, end: 810 }]);
  expect(states(lunch)).toEqual(['9:00 AM free', '10:00 AM taken', '5:00 PM outside_hours']);
  expect(timesAfter(TIMES, lunch).blocked).toBe(false);
  expect(isOpenAfter(lunch, DATE)).toBe(true);
});

it('a date that will be closed or blocked has none', () => {
  expect(timesAfter(TIMES, leaving([]))).toMatchObject({ closed: true, blocked: false });
  const blocked = leaving([ALL_DAY], [ALL_DAY]);
  expect(timesAfter(TIMES, blocked)).toMatchObject({ blocked: true, times: [] });
  expect([leaving([]), blocked].map((after) => isOpenAfter(after, DATE))).toEqual([false, false]);
});

it('a stylist who will be off has none, though the salon isn’t closed', () => {
  const off = ofStylist('ann', leaving([ALL_DAY], [ALL_DAY]));
  expect(timesAfter(TIMES, off, 'ann')).toMatchObject({ blocked: false, closed: true, times: [] });
  expect(isOpenAfter(off, DATE, 'ann')).toBe(false);
  expect(timesAfter(TIMES, off, 'bea')).toBe(TIMES);
});

it('other dates stay as they are', () => {
  const other = { ...TIMES, date: '2026-12-05' };
  expect(timesAfter(other, leaving([]))).toBe(other);
  expect(isOpenAfter(leaving([]), '2026-12-05')).toBe(true);
});
