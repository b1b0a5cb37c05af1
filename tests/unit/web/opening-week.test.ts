import { expect, it } from 'vitest';
import { weekLines } from '../../../web/salon/opening-week.ts';

const day = (day_of_week: number, start_time = '09:00', end_time = '21:00') => ({
  day_of_week,
  start_time,
  end_time,
});

it('puts adjacent days with equal hours on one line, from Monday on', () => {
  expect(weekLines([day(2), day(3), day(4), day(5, '09:00', '19:00'), day(6, '09:00', '19:00')])).toEqual([
    { days: 'Monday', hours: 'Closed' },
    { days: 'Tuesday – Thursday', hours: '9 AM – 9 PM' },
    { days: 'Friday – Saturday', hours: '9 AM – 7 PM' },
    { days: 'Sunday', hours: 'Closed' },
  ]);
});

it('shows both windows of a day with a break', () => {
  expect(weekLines([day(1, '09:30', '12:00'), day(1, '13:00', '17:00')])[0]).toEqual({
    days: 'Monday',
    hours: '9:30 AM – 12 PM, 1 PM – 5 PM',
  });
});
