import { expect, it } from 'vitest';
import { groupSlots } from '../../../web/features/booking/time/slot-list.tsx';

// Spec: 9.date-format
it('groups times by part of the day, noon being afternoon and 5 PM evening', () => {
  expect(groupSlots(['9:00 AM', '11:30 AM', '12:00 PM', '4:30 PM', '5:00 PM'])).toEqual([
    { part: 'Morning', slots: ['9:00 AM', '11:30 AM'] },
    { part: 'Afternoon', slots: ['12:00 PM', '4:30 PM'] },
    { part: 'Evening', slots: ['5:00 PM'] },
  ]);
  expect(groupSlots(['5:30 PM'])).toEqual([{ part: 'Evening', slots: ['5:30 PM'] }]);
});
