import type { ReportAnswer, ReportColumn, ReportRow } from '../../../../src/contracts/reports/reports.ts';
import { type SalonDate, salonDate } from '../../../../src/salon/salon-time.ts';
import type { ComparedRow } from '../plan/compared-rows.ts';
import { figureIn, shortLabel } from '../plan/figures.ts';
import type { DataPoint } from './chart-props.ts';

/** The first day of a row, by its key; undefined unless rows follow each other. */
const FIRST_DAYS: Readonly<Record<string, (key: string) => SalonDate>> = {
  day: (key) => key,
  week: (key) => key,
  month: (key) => `${key}-01`,
  year: (key) => `${key}-01-01`,
};

/** A column of a report as the values of its chart. */
export function pointsOf(
  rows: readonly ComparedRow[],
  column: ReportColumn,
  [answer, other]: readonly [answer: ReportAnswer, other: ReportAnswer | undefined],
  timeZone: string,
): readonly DataPoint[] {
  const { by } = answer;
  const values = upToItsDay(
    rows.map(({ row }) => row),
    column,
    answer,
    timeZone,
  );
  const others = other
    ? upToItsDay(
        rows.map((row) => row.other),
        column,
        other,
        timeZone,
      )
    : [];
  return rows.map((row, index) => ({
    key: row.key,
    label: row.label,
    short: shortLabel(by, row.row ?? row.other ?? row),
    value: values[index] ?? null,
    other: others[index] ?? null,
  }));
}

/** Numbers of rows. If all rows after the day of the answer's moment have zero, these days are still to come, and have no number yet. */
function upToItsDay(
  rows: readonly (ReportRow | undefined)[],
  column: ReportColumn,
  answer: ReportAnswer,
  timeZone: string,
): readonly (number | null)[] {
  const { by, as_of } = answer;
  const figures = rows.map((row) => figureIn(row, column, answer));
  const firstDay = FIRST_DAYS[by];
  if (!firstDay || as_of === null) return figures;
  const today = salonDate(new Date(as_of), timeZone);
  const isAhead = rows.map((row) => row !== undefined && firstDay(row.key) > today);
  const isNothingAhead = figures.every((figure, index) => !isAhead[index] || !figure);
  return isNothingAhead ? figures.map((figure, index) => (isAhead[index] ? null : figure)) : figures;
}
