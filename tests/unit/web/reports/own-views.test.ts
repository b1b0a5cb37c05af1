import { expect, it } from 'vitest';
import { REPORTS } from '../../../../projections/reports/all.ts';
import { FIRST_CHART, inOrder, ORDERED_KEYS } from '../../../../web/admin/reports/plan/own-views.ts';

const row = (key: string) => ({ key, label: key, row: undefined, other: undefined });

it.each(Object.entries(FIRST_CHART))('begins %s with a column that it has', (name, column) => {
  const keys = REPORTS.find((report) => report.name === name)?.columns.map(({ key }) => key);
  expect(keys).toContain(column);
});

it.each(Object.entries(ORDERED_KEYS))('orders all keys of %s', (by, keys) => {
  const grouping = REPORTS.flatMap((report) => report.by).find(({ key }) => key === by);
  expect(Object.keys(grouping?.labels ?? {}).toSorted()).toEqual(keys.toSorted());
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
