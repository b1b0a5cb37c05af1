import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../../../projections/reports/all.ts';
import {
  DAYS_AFTER,
  FIRST_CHART,
  inOrder,
  isSoFar,
  ORDERED_KEYS,
} from '../../../../web/admin/reports/plan/report-defaults.ts';

const row = (key: string) => ({ key, label: key, row: undefined, other: undefined });

it.each(Object.entries(FIRST_CHART))('begins %s with a column that it has', (name, column) => {
  const keys = REPORTS.find((report) => report.name === name)?.columns.map(({ key }) => key);
  expect(keys).toContain(column);
});

it.each(Object.entries(ORDERED_KEYS))('orders all keys of %s', (by, keys) => {
  const grouping = REPORTS.flatMap((report) => report.by).find(({ key }) => key === by);
  expect(Object.keys(grouping?.labels ?? {}).toSorted()).toEqual(keys.toSorted());
});

it.each(Object.keys(DAYS_AFTER))('knows the days of %s, which is a column', (column) => {
  expect(REPORTS.flatMap(({ columns }) => columns).map(({ key }) => key)).toContain(column);
});

describe('a number that may still grow', () => {
  const answer = (by: string, asOf: string | null) => ({
    name: 'rebooking',
    title: 'Rebooking',
    position: '0'.repeat(32),
    as_of: asOf,
    from: '2026-09-01',
    to: '2026-11-16',
    by,
    columns: [],
    rows: [],
    totals: {},
  });
  /** The 14th by the salon's clock: 14 days after the end of October, 45 after that of September. */
  const NOVEMBER_14 = '2026-11-15T07:00:00.000Z';
  const is = (by: string, column: string, key?: string, asOf: string | null = NOVEMBER_14) =>
    isSoFar(answer(by, asOf), column, key, 'America/Los_Angeles');

  it('is one whose days are not over after the last day of its row', () => {
    expect(is('month', 'next_within_14', '2026-10')).toBe(true);
    expect(is('month', 'next_within_14', '2026-10', '2026-11-15T08:00:00.000Z')).toBe(false);
    expect(is('month', 'next_within_14', '2026-09')).toBe(false);
    expect(is('month', 'next_within_60', '2026-09')).toBe(true);
  });

  it('is measured from the end of the period in all together, for a service, and in a month that is cut', () => {
    for (const [by, key] of [['month'], ['service', 'updo'], ['month', '2026-11']] as const) {
      expect(is(by, 'next_within_14', key, '2026-12-01T07:00:00.000Z')).toBe(true);
      expect(is(by, 'next_within_14', key, '2026-12-01T08:00:00.000Z')).toBe(false);
    }
  });

  it('is none of other columns, and not before the first event', () => {
    expect(is('month', 'visits', '2026-11')).toBe(false);
    expect(is('month', 'next_within_14', '2026-11', null)).toBe(false);
  });
});

it('shows these groupings in their own order, and others as they come', () => {
  const keysOf = (by: string, ...keys: string[]) => inOrder(keys.map(row), by).map(({ key }) => key);
  expect(keysOf('notice', 'over-7d', 'under-4h', 'after-start')).toEqual([
    'after-start',
    'under-4h',
    'over-7d',
  ]);
  expect(keysOf('days_ahead', '4-7', 'same-day', '1')).toEqual(['same-day', '1', '4-7']);
  expect(keysOf('reason', 'other', 'emergency')).toEqual(['other', 'emergency']);
});
