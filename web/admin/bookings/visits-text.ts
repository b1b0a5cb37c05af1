import type { Visits } from '../../../src/contracts/customers/visits.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { countText } from '../ui/number-text.ts';

/** How often a customer came, and how often they didn't: `4, the last on Nov 08, 2026 · 1 no-show`. */
export function visitsText({
  visits,
  last_visit,
  no_shows = 0,
}: Pick<Visits, 'visits' | 'last_visit'> & { readonly no_shows?: number | undefined }): string {
  const came = last_visit === null ? 'None yet' : `${visits}, the last on ${formatDate(last_visit)}`;
  return no_shows === 0 ? came : `${came} · ${countText(no_shows, 'no-show')}`;
}

/** How often they had come before an appointment: `first visit`, `3 earlier visits`. */
export const earlierVisitsText = (earlier: number): string =>
  earlier === 0 ? 'first visit' : countText(earlier, 'earlier visit');
