import { expect, it } from 'vitest';
import type { ReportAnswer, ReportColumn } from '../../../../src/contracts/reports/reports.ts';
import { pointsOf } from '../../../../web/admin/reports/chart/points.ts';
import { comparedRows } from '../../../../web/admin/reports/plan/compared-rows.ts';

const TIME_ZONE = 'America/Los_Angeles';
const EARNED: ReportColumn = {
  key: 'earned_cents',
  label: 'Earned',
  unit: 'cents',
  meaning: 'What was earned.',
  has_appointments: true,
};
/** Still the 20th by the salon's clock. */
const AS_OF = '2026-11-21T04:00:00.000Z';

const answer = (by: string, earned: Readonly<Record<string, number>>, asOf: string | null = AS_OF) =>
  ({
    name: 'revenue',
    title: 'Revenue',
    position: '0'.repeat(32),
    as_of: asOf,
    from: '2026-11-01',
    to: '2026-11-30',
    by,
    columns: [],
    rows: Object.entries(earned).map(([key, earned_cents]) => ({ key, label: key, earned_cents })),
    totals: { earned_cents: Object.values(earned).reduce((sum, cents) => sum + cents, 0) },
  }) satisfies ReportAnswer;

const valuesOf = (one: ReportAnswer, other?: ReportAnswer) =>
  pointsOf(comparedRows(one, other), EARNED, [one, other], TIME_ZONE).map((point) => [
    point.value,
    point.other,
  ]);

it.each([
  ['day', { '2026-11-19': 5, '2026-11-20': 0, '2026-11-21': 0, '2026-11-22': 0 }, [5, 0, null, null]],
  ['week', { '2026-11-08': 5, '2026-11-15': 0, '2026-11-22': 0 }, [5, 0, null]],
  ['month', { '2026-10': 5, '2026-11': 0, '2026-12': 0 }, [5, 0, null]],
  ['year', { '2026': 0, '2027': 0 }, [0, null]],
  ['weekday', { '0': 5, '6': 0 }, [5, 0]],
])(
  'has no values of a %s that lies ahead of the moment, if nothing is counted there',
  (by, earned, values) => {
    expect(valuesOf(answer(by, earned))).toEqual(values.map((value) => [value, null]));
  },
);

it('has the values of days ahead, zeros too, if something is counted there', () => {
  const ahead = answer('day', { '2026-11-20': 5, '2026-11-21': 0, '2026-11-22': 3 });
  expect(valuesOf(ahead).map(([value]) => value)).toEqual([5, 0, 3]);
});

it('has those of an answer before the first event', () => {
  expect(valuesOf(answer('day', { '2026-11-20': 0 }, null))).toEqual([[0, null]]);
});

it('stops each of two answers at its own moment', () => {
  const days = (third: number) => ({ '2026-11-19': 4, '2026-11-20': 6, '2026-11-21': third });
  const then = answer('day', { ...days(0), '2026-11-20': 0 }, '2026-11-19T20:00:00.000Z');
  expect(valuesOf(then, answer('day', days(0)))).toEqual([
    [4, 4],
    [null, 6],
    [null, null],
  ]);
});

it('has zero for a service or a reason that only the other answer has, and nothing for a day that it has not', () => {
  const updos = answer('service', { updo: 5 });
  expect(valuesOf(updos, answer('service', { perm: 3 }))).toEqual([
    [5, 0],
    [0, 3],
  ]);
  const october = { ...answer('day', { '2026-10-31': 4 }), from: '2026-10-31' };
  expect(valuesOf(answer('day', { '2026-11-19': 1, '2026-11-20': 2 }), october)).toEqual([
    [1, 4],
    [2, null],
  ]);
});
