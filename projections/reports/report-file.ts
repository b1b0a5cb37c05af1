import type { Column as FileColumn } from '../../src/adapters/csv.ts';
import type { ReportRow, Unit } from '../../src/contracts/reports/reports.ts';
import { isDated } from './calendar-keys.ts';
import type { Column, Report } from './report.ts';

const UNITS: Readonly<Partial<Record<Unit, string>>> = {
  cents: ' ($)',
  minutes: ' (min)',
  share: ' (%)',
  days: ' (days)',
};

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Dollars with cents; shares in percent, and like averages with at most two decimals. */
function inFile(unit: Unit, value: ReportRow[string]): string | number | null {
  if (typeof value !== 'number') return value ?? null;
  if (unit === 'cents') return (value / 100).toFixed(2);
  if (unit === 'share') return hundredths(value * 100);
  return unit === 'count' || unit === 'minutes' ? value : hundredths(value);
}

/**
 * The columns of a report's file for spreadsheets. Days, weeks, months and years are written by their keys, such as 2026-11-01, which
 * spreadsheets sort and calculate with.
 */
export function fileColumns(
  report: Report,
  by: string,
  columns: readonly Column[],
): readonly FileColumn<ReportRow>[] {
  return [
    {
      title: report.by.find(({ key }) => key === by)?.label ?? '',
      value: ({ key, label }) => (isDated(by) && key !== '' ? key : label),
    },
    ...columns.map(({ key, label, unit }) => ({
      title: `${label}${UNITS[unit] ?? ''}`,
      value: (row: ReportRow) => inFile(unit, row[key] ?? null),
    })),
  ];
}
