import { expect, it } from 'vitest';
import type { ReportAnswer, ReportRow } from '../../../../src/contracts/reports/reports.ts';
import { runningTotal, upToYesterday } from '../../../../web/admin/reports/overview/two-months.ts';
import { comparedRows, isNothing } from '../../../../web/admin/reports/plan/compared-rows.ts';
import {
  comparisonText,
  figureIn,
  figureText,
  hourTicks,
  ordinal,
  shortFigure,
  shortLabel,
} from '../../../../web/admin/reports/plan/figures.ts';

it.each([
  ['count', 1_234, '1,234', '1.2K'],
  ['cents', 1_234_550, '$12,345.50', '$12.3K'],
  ['minutes', 750, '12h 30min', '12.5h'],
  ['share', 0.4236, '42.4%', '42%'],
  ['days', 1, '1 day', '1'],
  ['days', 4.5, '4.5 days', '4.5'],
  ['average', 1.2345, '1.2', '1.2'],
] as const)('writes %s %d as %s, and as %s beside an axis', (unit, value, text, short) => {
  expect(figureText(unit, value)).toBe(text);
  expect(shortFigure(unit, value)).toBe(short);
});

it.each([
  [0, [0, 1]],
  [40, [0, 1]],
  [180, [0, 1, 2, 3]],
  [13 * 60, [0, 4, 8, 12, 16]],
  [12 * 60, [0, 3, 6, 9, 12]],
  [49 * 60, [0, 20, 40, 60]],
  [294 * 60, [0, 100, 200, 300]],
  [4_001 * 60, [0, 2_000, 4_000, 6_000]],
])('has whole hours beside an axis up to %d minutes', (most, hours) => {
  expect(hourTicks(most)).toEqual(hours.map((hour) => hour * 60));
});

it('has zero where there is no row of a thing, and no number of a day that the other period has not', () => {
  const column = {
    key: 'lost',
    label: 'Lost',
    unit: 'cents',
    meaning: 'What was lost.',
    has_appointments: true,
  };
  const share = { ...column, unit: 'share', has_appointments: false } as const;
  const of = (by: string, lost: number | null) => ({ by, totals: { lost } });
  expect(figureIn(undefined, { ...column, unit: 'cents' }, of('reason', 5))).toBe(0);
  expect(figureIn(undefined, share, of('reason', 0.2))).toBe(0);
  expect(figureIn(undefined, share, of('reason', null))).toBeNull();
  expect(figureIn(undefined, { ...share, unit: 'days' }, of('reason', 5))).toBeNull();
  expect(figureIn(undefined, { ...column, unit: 'cents' }, of('day', 5))).toBeNull();
  expect(figureIn({ lost: null }, share, of('reason', 5))).toBeNull();
});

it('tells no number from zero', () => {
  expect(figureText('share', null)).toBe('–');
  expect(figureText('cents', 0)).toBe('$0.00');
});

it.each([
  [112, 100, '12% more than in October: 100'],
  [95, 100, '5% less than in October: 100'],
  [1_001, 1_000, 'As much as in October: 1000'],
  [5, 0, 'October: 0'],
  [40, 10, 'October: 10'],
])('tells %d beside %d as %s', (value, before, text) => {
  expect(comparisonText([value, before], 'October', String(before))).toBe(text);
});

it.each([
  ['day', '2026-11-03', 'Nov 3'],
  ['week', '2026-11-15', 'Nov 15'],
  ['month', '2026-11', 'Nov'],
  ['month', '2027-01', 'Jan 2027'],
  ['weekday', '2', 'Tue'],
  ['service', 'updo', 'The label'],
])('shortens the label of %s %s to %s', (by, key, short) => {
  expect(shortLabel(by, { key, label: 'The label' })).toBe(short);
});

const row = (key: string, booked: number): ReportRow => ({ key, label: key, booked });
const answer = (by: string, from: string, rows: readonly ReportRow[]): ReportAnswer => ({
  name: 'appointments',
  title: 'Appointments',
  position: '0'.repeat(32),
  as_of: null,
  from,
  to: from,
  by,
  columns: [],
  rows: rows.slice(),
  totals: { booked: rows.reduce((sum, { booked }) => sum + Number(booked), 0) },
});
const pairs = (one: ReportAnswer, other?: ReportAnswer) =>
  comparedRows(one, other).map((pair) => [pair.key, pair.row?.booked, pair.other?.booked]);

it('puts days of two periods beside each other in their order', () => {
  const november = answer('day', '2026-11-01', [row('2026-11-01', 3), row('2026-11-02', 4)]);
  const october = answer('day', '2026-10-01', [row('2026-10-01', 5)]);
  expect(pairs(november, october)).toEqual([
    ['2026-11-01', 3, 5],
    ['2026-11-02', 4, undefined],
  ]);
  expect(pairs(november)).toEqual([
    ['2026-11-01', 3, undefined],
    ['2026-11-02', 4, undefined],
  ]);
});

it('puts the same days, weekdays and services beside each other by what they are', () => {
  const then = answer('day', '2026-11-01', [row('2026-11-01', 3)]);
  expect(pairs(then, answer('day', '2026-11-01', [row('2026-11-01', 2)]))).toEqual([['2026-11-01', 3, 2]]);
  const services = answer('service', '2026-11-01', [row('updo', 3), row('perm', 1)]);
  const before = answer('service', '2026-10-01', [row('balayage', 9), row('perm', 4)]);
  expect(pairs(services, before)).toEqual([
    ['updo', 3, undefined],
    ['perm', 1, 4],
    // It had a number only then.
    ['balayage', undefined, 9],
  ]);
});

it('is nothing if all is zero, in both', () => {
  const none = answer('day', '2026-11-01', [row('2026-11-01', 0)]);
  const some = answer('day', '2026-10-01', [row('2026-10-01', 1)]);
  expect(isNothing(none, undefined)).toBe(true);
  expect(isNothing(none, some)).toBe(false);
});

it('adds up from day to day', () => {
  expect(
    runningTotal(answer('day', '2026-11-01', [row('a', 3), row('b', 0), row('c', 4)]), 'booked'),
  ).toEqual([3, 3, 7]);
});

it.each([
  // Today's 100 doesn't count: the day isn't over.
  ['2026-03-03', { sum: 3, before: 8, day: 2 }],
  // February has no 29th.
  ['2026-03-30', { sum: 103, before: 23, day: 28 }],
  ['2026-03-01', undefined],
])('compares up to the day before %s', (today, expected) => {
  const month = (name: string, days: number, first: readonly number[]) =>
    answer(
      'day',
      `${name}-01`,
      Array.from({ length: days }, (_, day) => row(`${name}-${day + 1}`, first[day] ?? 0)),
    );
  const march = month('2026-03', 31, [1, 2, 100]);
  const february = month('2026-02', 28, [3, 5, 15]);
  expect(upToYesterday([march, february], 'booked', today)).toEqual(expected);
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [13, '13th'],
  [22, '22nd'],
  [30, '30th'],
])('counts day %d as the %s', (day, text) => {
  expect(ordinal(day)).toBe(text);
});
