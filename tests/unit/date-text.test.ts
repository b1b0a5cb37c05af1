import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { expect, it } from 'vitest';
import { dayAs, formatDate, formatLongDate } from '../../src/salon/date-text.ts';

const PATTERNS = [
  'EEE, MMM d',
  'EEEE, MMMM d',
  'EEE, MMM d, yyyy',
  'MMM d, yyyy',
  'MMM dd, yyyy',
  'MMMM yyyy',
];

it.each(PATTERNS)('writes any day as %s as date-fns does', (pattern) => {
  for (let day = new Date(2023, 11, 25); day.getFullYear() < 2025; day = addDays(day, 1)) {
    expect(dayAs(format(day, 'yyyy-MM-dd'), pattern)).toBe(format(day, pattern));
  }
});

it('writes a day as tables and headings do', () => {
  expect(formatDate('2026-11-05')).toBe('Nov 05, 2026');
  expect(formatLongDate('2026-11-05')).toBe('Thursday, November 5');
});
