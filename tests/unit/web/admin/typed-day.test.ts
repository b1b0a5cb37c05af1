import { expect, it } from 'vitest';
import { typedDay } from '../../../../web/admin/shell/palette/typed-day.ts';

it.each([
  ['today', '2026-11-20'],
  ['tom', '2026-11-21'],
  ['Friday', '2026-11-27'],
  ['sat', '2026-11-21'],
  ['2026-12-03', '2026-12-03'],
  ['dec 3', '2026-12-03'],
  ['Dec. 3rd', '2026-12-03'],
  ['3 december', '2026-12-03'],
  ['11/20', '2026-11-20'],
  ['11/19', '2027-11-19'],
  ['feb 29', '2028-02-29'],
])('“%s” is a day', (typed, day) => {
  expect(typedDay(typed, '2026-11-20')).toBe(day);
});

it.each(['', 'to', 'fr', 'ada', 'feb 30', '13/1', 'moreau 12', '925', 'xyz 3'])('“%s” is none', (typed) => {
  expect(typedDay(typed, '2026-11-20')).toBe(null);
});
