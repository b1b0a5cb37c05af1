import type { ReportAnswer, ReportRow } from '../../../../src/contracts/reports/reports.ts';
import { isFollowing } from './view.ts';

/** A row of a report, and the one that it is compared with. */
export interface ComparedRow {
  readonly key: string;
  readonly label: string;
  /** Undefined if only the other answer has such a row, or a row as late in its period. */
  readonly row: ReportRow | undefined;
  readonly other: ReportRow | undefined;
}

/**
 * The rows of a report beside those of another answer of it: the first day beside the first, and so on to the end of the longer one;
 * services, weekdays and the like are compared by their keys. So are all rows of two answers about the same days.
 */
export function comparedRows(answer: ReportAnswer, other: ReportAnswer | undefined): readonly ComparedRow[] {
  const { rows, by } = answer;
  if (other && isFollowing(by) && other.from !== answer.from) {
    const more = other.rows.slice(rows.length);
    return [
      ...rows.map((row, index) => ({ key: row.key, label: row.label, row, other: other.rows[index] })),
      // The periods may overlap, so the key of such a row may be that of another one, too.
      ...more.map((row) => ({ key: `beside ${row.key}`, label: row.label, row: undefined, other: row })),
    ];
  }
  const others = new Map(other?.rows.map((row) => [row.key, row]));
  const shown = rows.map((row) => ({ key: row.key, label: row.label, row, other: others.get(row.key) }));
  for (const { key } of rows) others.delete(key);
  const more = [...others.values()].map((row) => ({
    key: row.key,
    label: row.label,
    row: undefined,
    other: row,
  }));
  return [...shown, ...more];
}

/** Whether there is no number in the answers, or only zeros. */
export const isNothing = (...answers: readonly (ReportAnswer | undefined)[]): boolean =>
  answers.every((answer) => answer === undefined || Object.values(answer.totals).every((figure) => !figure));
