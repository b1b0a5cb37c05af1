import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSalonDays } from '../../../../src/salon/salon-time.ts';
import {
  lengthOf,
  PERIODS,
  periodBefore,
  periodText,
  yearBefore,
} from '../../../../web/admin/reports/plan/periods.ts';

/** A Friday. */
const TODAY = '2026-11-20';

it.each([
  ['today', '2026-11-20', '2026-11-20'],
  ['yesterday', '2026-11-19', '2026-11-19'],
  ['this-week', '2026-11-15', '2026-11-21'],
  ['last-week', '2026-11-08', '2026-11-14'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['this-year', '2026-01-01', '2026-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['last-12-months', '2025-12-01', '2026-11-30'],
] as const)('%s is from %s to %s', (name, from, to) => {
  expect(PERIODS[name].of(TODAY)).toEqual({ from, to });
});

it('knows the last month on a day that it has not', () => {
  expect(PERIODS['last-month'].of('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(PERIODS['last-12-months'].of('2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
});

it.each([
  ['a day', ['2026-11-20', '2026-11-20'], ['2026-11-19', '2026-11-19'], ['2025-11-21', '2025-11-21']],
  ['a week', ['2026-11-15', '2026-11-21'], ['2026-11-08', '2026-11-14'], ['2025-11-16', '2025-11-22']],
  ['a month', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28'], ['2025-03-01', '2025-03-31']],
  ['February', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31'], ['2027-02-01', '2027-02-28']],
  ['the next', ['2029-02-01', '2029-02-28'], ['2029-01-01', '2029-01-31'], ['2028-02-01', '2028-02-29']],
  ['a year', ['2026-01-01', '2026-12-31'], ['2025-01-01', '2025-12-31'], ['2025-01-01', '2025-12-31']],
  ['free dates', ['2026-11-10', '2026-11-19'], ['2026-10-31', '2026-11-09'], ['2025-11-10', '2025-11-19']],
])('puts %s beside the period and the year before', (_, [from = '', to = ''], before, year) => {
  expect(Object.values(periodBefore({ from, to }))).toEqual(before);
  expect(Object.values(yearBefore({ from, to }))).toEqual(year);
});

describe('the period before', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addSalonDays('2000-01-01', days));
  const period = fc
    .tuple(day, fc.integer({ min: 0, max: 800 }))
    .map(([from, days]) => ({ from, to: addSalonDays(from, days) }));

  it('ends the day before, and is as long, or as many months', () => {
    fc.assert(
      fc.property(period, (asked) => {
        const before = periodBefore(asked);
        expect(addSalonDays(before.to, 1)).toBe(asked.from);
        // Months and years differ by up to three days.
        expect(Math.abs(lengthOf(before) - lengthOf(asked))).toBeLessThanOrEqual(3);
      }),
    );
  });
});

it.each([
  ['2026-11-20', '2026-11-20', 'Nov 20, 2026'],
  ['2026-11-15', '2026-11-21', 'Nov 15 – 21, 2026'],
  ['2026-11-28', '2026-12-04', 'Nov 28 – Dec 4, 2026'],
  ['2025-12-28', '2026-01-03', 'Dec 28, 2025 – Jan 3, 2026'],
  ['2026-11-01', '2026-11-30', 'November 2026'],
  ['2026-01-01', '2026-12-31', '2026'],
  ['2026-04-01', '2026-06-30', 'Apr – Jun 2026'],
  ['2025-12-01', '2026-11-30', 'Dec 2025 – Nov 2026'],
])('writes %s to %s as %s', (from, to, text) => {
  expect(periodText({ from, to })).toBe(text);
});
