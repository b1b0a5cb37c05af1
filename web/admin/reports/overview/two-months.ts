import type { ReportAnswer, ReportDescription } from '../../../../src/contracts/reports/reports.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { type LoadedReport, useReport } from '../data/queries.ts';
import { figureOf } from '../plan/figures.ts';
import { PERIODS, periodBefore } from '../plan/periods.ts';

/** A report on this month and on the last one. What it says of loading is about the answers that aren't there. */
export interface TwoMonths extends Pick<LoadedReport, 'error' | 'preparing' | 'reload'> {
  /** Undefined if there is no such report. */
  readonly report: ReportDescription | undefined;
  /** Undefined until both are there. */
  readonly answers: readonly [now: ReportAnswer, last: ReportAnswer] | undefined;
}

/** @param by key of the grouping, if the report has it; else its first one */
export function useTwoMonths(
  reports: readonly ReportDescription[],
  name: string,
  by: string,
  today: SalonDate,
): TwoMonths {
  const report = reports.find((other) => other.name === name);
  const grouping = report?.by.find(({ key }) => key === by) ?? report?.by[0];
  const month = PERIODS['this-month'].of(today);
  const question = (days: typeof month) => (grouping ? { name, ...days, by: grouping.key } : null);
  const now = useReport(question(month));
  const last = useReport(question(periodBefore(month)));
  const missing = [now, last].filter(({ answer }) => !answer);
  const failed = missing.find(({ error, preparing }) => error || preparing !== undefined);
  return {
    report,
    answers: now.answer && last.answer && [now.answer, last.answer],
    error: failed?.error ?? null,
    preparing: failed?.preparing,
    reload: () => {
      for (const { reload } of missing) reload();
    },
  };
}

/** Columns of the revenue. */
export const EARNED = 'earned_cents';
export const EXPECTED = 'expected_cents';

/** A column's sum from the beginning of a period up to each of its rows. */
export function runningTotal({ rows }: ReportAnswer, column: string): number[] {
  let sum = 0;
  return rows.map((row) => {
    sum += figureOf(row, column) ?? 0;
    return sum;
  });
}

/**
 * A column's sum of this month up to yesterday, and of the last month up to the same day, or to its end if that comes first: today isn't
 * over yet. Undefined on the first of a month, and if the rows aren't days.
 */
export function upToYesterday(
  [now, last]: readonly [now: ReportAnswer, last: ReportAnswer],
  column: string,
  today: SalonDate,
): { readonly sum: number; readonly before: number; readonly day: number } | undefined {
  if (now.by !== 'day' || last.by !== 'day') return undefined;
  const yesterday = Number(today.slice(8)) - 1;
  const day = Math.min(yesterday, last.rows.length);
  const sum = runningTotal(now, column)[yesterday - 1];
  const before = runningTotal(last, column)[day - 1];
  return sum === undefined || before === undefined ? undefined : { sum, before, day };
}
