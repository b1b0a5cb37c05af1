import type { ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import { addSalonDays, addSalonMonths, type SalonDate, salonDate } from '../../../../src/salon/salon-time.ts';
import type { ComparedRow } from './compared-rows.ts';

/** The column that the chart of a report shows until another one is chosen, if it isn't the first. */
export const FIRST_CHART: Readonly<Record<string, string>> = { utilisation: 'share' };

/** Columns that count what happens within so many days after the days of a row. */
export const DAYS_AFTER: Readonly<Record<string, number>> = { next_within_14: 14, next_within_60: 60 };

/** The last day of a row, or of all rows together. */
function lastDay({ by, to }: ReportAnswer, key: string | undefined): SalonDate {
  if (by !== 'month' || key === undefined) return to;
  const end = addSalonDays(addSalonMonths(`${key}-01`, 1), -1);
  return end < to ? end : to;
}

/** Whether a number of an answer may still grow, since the days after its row aren't over. @param key of a row; undefined for all */
export function isSoFar(
  answer: ReportAnswer,
  column: string,
  key: string | undefined,
  timeZone: string,
): boolean {
  const days = DAYS_AFTER[column];
  if (days === undefined || answer.as_of === null) return false;
  return addSalonDays(lastDay(answer, key), days) >= salonDate(new Date(answer.as_of), timeZone);
}

/** Groupings whose keys have an order of their own, in which the page shows them: answers have the largest first. */
export const ORDERED_KEYS: Readonly<Record<string, readonly string[]>> = {
  notice: ['after-start', 'under-4h', '4-24h', '1-7d', 'over-7d'],
  days_ahead: ['same-day', '1', '2-3', '4-7', '8-14', '15-30', 'over-30'],
};

/** The rows of a report in the order in which they are shown. */
export function inOrder(rows: readonly ComparedRow[], by: string): readonly ComparedRow[] {
  const keys = ORDERED_KEYS[by];
  return keys ? rows.toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key)) : rows;
}
