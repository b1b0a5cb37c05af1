import { expect, it } from 'vitest';
import { dateIn, readVisitDate } from '../../../src/features/customers/imports/visit-cells.ts';

const monthFirst = (cell: string) => {
  const read = readVisitDate(cell);
  return read && dateIn(read, 'month-first');
};

it.each([
  ['2025-08-03', '2025-08-03'],
  ['20250803', '2025-08-03'],
  ['45872', '2025-08-03'],
  ['8/3/2025', '2025-08-03'],
  ['8/3/25', '2025-08-03'],
  ['8/3/01', '2001-08-03'],
  ['8/3/1999', '1999-08-03'],
  ['Aug 3, 2025 4:30 PM', '2025-08-03'],
  ['3-Aug-25', '2025-08-03'],
  ['25-Aug-03', '2003-08-25'],
])('a visit on %s was on %s', (cell, date) => {
  expect(monthFirst(cell)).toBe(date);
});

it.each(['8/3', 'Aug 3', '--08-03', '1/1/1900', '8/3/0025', '2/29/2025', 'often'])(
  'a visit on %s is on no day',
  (cell) => {
    expect(monthFirst(cell)).toBeUndefined();
  },
);

it('a visit on 5/6/25 may have been in May or in June', () => {
  const read = readVisitDate('5/6/25');
  expect(read && dateIn(read, undefined)).toBeUndefined();
  expect(read && dateIn(read, 'day-first')).toBe('2025-06-05');
});
