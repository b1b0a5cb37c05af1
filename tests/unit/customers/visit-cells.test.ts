import { expect, it } from 'vitest';
import { dateIn, readSpent, readVisitDate } from '../../../src/features/customers/imports/visit-cells.ts';
import { importOf } from '../../support/customers/import-file.ts';

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

it.each([
  ['$1,412.50', 141_250],
  ['1.412,50 €', 141_250],
  ["CHF 1'412", 141_200],
  ['₹1,00,000', 10_000_000],
  ['$1,000,000.00', 100_000_000],
])('%s spent are %i cents', (cell, cents) => {
  expect(readSpent(cell)).toBe(cents);
});

it.each(["9'9'9", '1,2,3', '$1,000,000.01', '99999999999', '-5', 'often'])('%s is no amount', (cell) => {
  expect(readSpent(cell)).toBeUndefined();
});

it.each([
  ['8/3/2020', '8/3/2097', { firstVisit: '2020-08-03', lastVisit: null }, ['8/3/2097']],
  ['9/13/2020', '8/3/2020', { firstVisit: null, lastVisit: '2020-08-03' }, ['9/13/2020']],
  ['8/3/2020', '8/13/2020', { firstVisit: '2020-08-03', lastVisit: '2020-08-13' }, []],
])(
  'of a first visit on %s and a last one on %s, dates that can’t be are left out with a remark',
  async (first, last, before, texts) => {
    const file = `Name,Email,First Visit,Last Visit\nAnn Lee,ann@example.com,${first},${last}\nBo Lee,bo@example.com,1/31/2020,1/31/2020\n`;
    const { rows, remarks } = await importOf(file);
    expect(rows[0]?.card.before).toMatchObject(before);
    expect(remarks).toEqual(texts.map((text) => ({ line: 2, remark: 'visits-unreadable', text })));
  },
);
