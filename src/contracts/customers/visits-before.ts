import { formatDate } from '../../salon/date-text.ts';
import { dollars } from '../../salon/money.ts';
import type { Before } from './visits.ts';

const sumOf = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((number) => number !== null);
  return known.length > 0 ? known.reduce((sum, number) => sum + number, 0) : null;
};

/** The visits before, of several who are one person. */
export function togetherBefore(each: readonly (Before | null)[]): Before | null {
  const all = each.filter((before) => before !== null);
  if (all.length === 0) return null;
  return {
    visits: sumOf(all.map(({ visits }) => visits)),
    first_visit: all.flatMap(({ first_visit }) => first_visit ?? []).sort()[0] ?? null,
    last_visit:
      all
        .flatMap(({ last_visit }) => last_visit ?? [])
        .sort()
        .at(-1) ?? null,
    spent_cents: sumOf(all.map(({ spent_cents }) => spent_cents)),
  };
}

/** Visits elsewhere, for people: `12 visits, first Jan 08, 2021, last Aug 03, 2025, spent $940.00`; empty for none. */
export function beforeText(before: Before | null): string {
  if (!before) return '';
  const { visits, first_visit, last_visit, spent_cents } = before;
  return [
    visits ? `${visits} ${visits === 1 ? 'visit' : 'visits'}` : '',
    first_visit ? `first ${formatDate(first_visit)}` : '',
    last_visit ? `last ${formatDate(last_visit)}` : '',
    spent_cents ? `spent ${dollars(spent_cents)}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
