import { expect, it } from 'vitest';
import { salonDays } from '../../../../src/salon/salon-time.ts';
import { comparedRows } from '../../../../web/admin/reports/plan/compared-rows.ts';
import { REPORTS } from '../../../e2e/support/fixtures/report-fixtures.ts';

const answer = (from: string, to: string) => ({
  name: 'appointments',
  title: 'Appointments',
  from,
  to,
  by: 'day',
  position: '9'.padStart(32, '0'),
  as_of: null,
  columns: REPORTS[0]?.columns ?? [],
  rows: salonDays(from, to).map((key, index) => ({ key, label: `On ${key}`, booked: index })),
  totals: {},
});

const february = answer('2026-02-01', '2026-02-28');
const january = answer('2026-01-01', '2026-01-31');

it('shows the days that only the other period has, which are in its total', () => {
  const rows = comparedRows(february, january);
  expect(rows.map(({ other }) => other)).toEqual(january.rows);
  expect(rows.slice(27).map(({ label, row }) => [label, row?.key])).toEqual([
    ['On 2026-02-28', '2026-02-28'],
    ['On 2026-01-29', undefined],
    ['On 2026-01-30', undefined],
    ['On 2026-01-31', undefined],
  ]);
});

it('shows the days that the other period has not', () => {
  const rows = comparedRows(january, february);
  expect(rows.map(({ row }) => row)).toEqual(january.rows);
  expect(rows.slice(27).map(({ other }) => other?.key)).toEqual([
    '2026-02-28',
    undefined,
    undefined,
    undefined,
  ]);
});

it('tells rows apart where the periods overlap', () => {
  const rows = comparedRows(answer('2026-01-31', '2026-02-02'), answer('2026-01-28', '2026-01-31'));
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});
