import { formatDate } from './date-text.ts';
import { dollars } from './money.ts';

interface VisitsBefore {
  readonly visits: number | null;
  readonly first_visit: string | null;
  readonly last_visit: string | null;
  readonly spent_cents: number | null;
}

/** The visits of a card, as the API names them. */
export const shownBefore = (
  before:
    | {
        readonly visits: number | null;
        readonly firstVisit: string | null;
        readonly lastVisit: string | null;
        readonly spentCents: number | null;
      }
    | undefined,
): VisitsBefore | null =>
  before
    ? {
        visits: before.visits,
        first_visit: before.firstVisit,
        last_visit: before.lastVisit,
        spent_cents: before.spentCents,
      }
    : null;

/** Visits elsewhere, for people: `12 visits, first Jan 08, 2021, last Aug 03, 2025, spent $940.00`; empty for none. */
export function beforeText(before: VisitsBefore | null): string {
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
