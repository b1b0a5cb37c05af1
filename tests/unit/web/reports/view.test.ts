import { describe, expect, it } from 'vitest';
import {
  groupingOf,
  otherPeriod,
  readView,
  toMoment,
  withParameters,
} from '../../../../web/admin/reports/plan/view.ts';
import { REPORTS } from '../../../e2e/support/fixtures/report-fixtures.ts';

const TODAY = '2026-11-20';
const read = (query: string) => readView(new URLSearchParams(query), TODAY);
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

function reportNamed(name: string) {
  const found = REPORTS.find((other) => other.name === name);
  if (!found) throw new Error(`There is no report ${name}.`);
  return found;
}

describe('the address', () => {
  it('is this month, now, beside the month before, if it says nothing', () => {
    expect(read('')).toEqual({
      report: undefined,
      period: 'this-month',
      days: NOVEMBER,
      by: undefined,
      compareWith: 'before',
      moment: undefined,
      chart: undefined,
      opened: undefined,
    });
  });

  it('says report, period, grouping, moment and number', () => {
    const query = 'report=revenue&period=last-year&by=month&beside=year&as_of=2026-11-20T10:00:00-08:00';
    expect(read(`${query}&chart=lost_cents&column=lost_cents&key=2025-03`)).toEqual({
      report: 'revenue',
      period: 'last-year',
      days: { from: '2025-01-01', to: '2025-12-31' },
      by: 'month',
      compareWith: 'year',
      moment: { as_of: '2026-11-20T18:00:00.000Z' },
      chart: 'lost_cents',
      opened: { column: 'lost_cents', key: '2025-03' },
    });
  });

  it('says a position, which counts more than an instant', () => {
    const at = '5'.padStart(32, '0');
    expect(read(`at=${at}&as_of=2026-11-20T18:00:00Z`).moment).toEqual({ at });
    const changed = withParameters(new URLSearchParams('as_of=2026-11-20T18:00:00Z'), toMoment({ at }));
    expect(`${changed}`).toBe(`at=${at}`);
    expect(`${withParameters(changed, toMoment())}`).toBe('');
  });

  it('has days of its own, which count more than a period', () => {
    expect(read('from=2026-11-03&to=2026-11-09&period=today')).toMatchObject({
      period: 'dates',
      days: { from: '2026-11-03', to: '2026-11-09' },
    });
  });

  it.each([
    'period=constructor',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-11-03',
    'beside=toString&as_of=soon&at=soon',
  ])('ignores %s', (query) => {
    expect(read(query)).toEqual(read(''));
  });

  it.each([
    ['customers', 'last-12-months'],
    ['lead-time', 'last-12-months'],
    ['appointments', 'this-month'],
    ['revenue', 'this-month'],
    ['cancellations', 'this-month'],
  ])('is of the usual period for %s, unless it says another', (name, period) => {
    expect(readView(new URLSearchParams(), TODAY, reportNamed(name)).period).toBe(period);
    expect(readView(new URLSearchParams('period=today'), TODAY, reportNamed(name)).period).toBe('today');
  });

  it('changes by parameter', () => {
    const query = new URLSearchParams('report=revenue&by=week');
    expect(`${withParameters(query, { by: undefined, beside: 'none' })}`).toBe('report=revenue&beside=none');
    expect(`${query}`).toBe('report=revenue&by=week');
  });
});

it('compares with the period before, the year before, or nothing', () => {
  const of = (compareWith: 'before' | 'year' | 'none') => otherPeriod({ compareWith, days: NOVEMBER });
  expect(of('before')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(of('year')).toEqual({ from: '2025-11-01', to: '2025-11-30' });
  expect(of('none')).toBeUndefined();
});

describe('the usual grouping', () => {
  const of = (name: string, from: string, to: string, by?: string) =>
    groupingOf(reportNamed(name), { days: { from, to }, by });

  it.each([
    ['appointments', '2026-11-01', '2026-11-30', 'day'],
    ['appointments', '2026-06-01', '2026-11-30', 'week'],
    ['appointments', '2026-01-01', '2026-12-31', 'month'],
    ['appointments', '2020-01-01', '2026-12-31', 'year'],
    // It has no years: its coarsest.
    ['utilisation', '2020-01-01', '2026-12-31', 'month'],
    ['customers', '2026-11-20', '2026-11-20', 'month'],
    ['services', '2026-01-01', '2026-12-31', 'service'],
    ['cancellations', '2026-11-01', '2026-11-30', 'reason'],
  ])('of %s from %s to %s is by %s', (name, from, to, by) => {
    expect(of(name, from, to)).toBe(by);
  });

  it('gives way to one that was chosen and is there', () => {
    expect(of('appointments', '2026-11-01', '2026-11-30', 'weekday')).toBe('weekday');
    expect(of('appointments', '2026-11-01', '2026-11-30', 'service')).toBe('day');
  });
});
