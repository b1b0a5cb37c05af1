import type { Visits } from '../../../src/contracts/customers/customers.ts';
import { formatDate } from '../../../src/salon/date-text.ts';

/** How often a customer came: `4, the last on Nov 08, 2026`. */
export const visitsText = ({ visits, last_visit }: Visits): string =>
  last_visit === null ? 'None yet' : `${visits}, the last on ${formatDate(last_visit)}`;

/** How often they had come before an appointment: `first visit`, `3 earlier visits`. */
export const earlierVisitsText = (earlier: number): string => {
  if (earlier === 0) return 'first visit';
  return earlier === 1 ? '1 earlier visit' : `${earlier} earlier visits`;
};
