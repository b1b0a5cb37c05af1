import type { ComparedRow } from './compared.ts';

/** The column that the chart of a report shows until another one is chosen, if it isn't the first. */
export const FIRST_CHART: Readonly<Record<string, string>> = { utilisation: 'share' };

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
