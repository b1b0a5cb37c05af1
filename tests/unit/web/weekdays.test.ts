import { expect, it } from 'vitest';
import type { ScheduleSlot } from '../../../src/contracts/salon/admin-hours.ts';
import { hoursText, weekdaysOf } from '../../../web/admin/hours/weekdays.ts';

const slot = (id: string, start_time: string, end_time: string, is_available = true): ScheduleSlot => ({
  id,
  day_of_week: 2,
  start_time,
  end_time,
  is_available,
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
