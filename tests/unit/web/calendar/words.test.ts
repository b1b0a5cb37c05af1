import { expect, it } from 'vitest';
import { startText } from '../../../../web/admin/calendar/plan/calendar-text.ts';
import { shortRange, timeRange } from '../../../../web/admin/ui/time-range.ts';

it('says the half of the day once where both times are in it', () => {
  expect(timeRange({ start: 540, end: 630 })).toBe('9:00 AM – 10:30 AM');
  expect(timeRange({ start: 690, end: 735 })).toBe('11:30 AM – 12:15 PM');
  expect(shortRange({ start: 540, end: 1260 })).toBe('9 AM – 9 PM');
  expect(shortRange({ start: 840, end: 1155 })).toBe('2 PM – 7:15 PM');
});

it('names a moment as people do', () => {
  expect(startText('2026-12-03', 870, '2026-11-23')).toBe('Thu, Dec 3 · 2:30 PM');
  expect(startText('2027-01-04', 870, '2026-11-23')).toBe('Jan 4, 2027 · 2:30 PM');
});
