import { listCustomers } from '../../../src/contracts/customers/customers.ts';
import { call } from '../../api.ts';
import { definePagedQuery } from '../data/query.ts';
import type { useMay } from '../data/role.ts';
import type { Topic } from '../data/topics.ts';

/** The orders of the list, with their names. */
const SORTS = {
  name: 'By name',
  '-created_at': 'Newest first',
  '-last_visit': 'By last visit',
  next_visit: 'By next visit',
  '-visits': 'Most visits',
  '-spent_cents': 'Spent most',
} as const;

export type CustomerSort = keyof typeof SORTS;

/** The orders that somebody may choose from: what customers have spent is told owners alone. */
export const sortsFor = (may: ReturnType<typeof useMay>) =>
  Object.entries(SORTS).filter(([sort]) => sort !== '-spent_cents' || may('owners')) as [
    CustomerSort,
    string,
  ][];

/** The order that an address asks for, or the usual one. */
export const sortIn = (text: string, sorts: ReturnType<typeof sortsFor>): CustomerSort =>
  sorts.find(([sort]) => sort === text)?.[0] ?? 'name';

/** The filters of the list of customers. */
export interface CustomerFilters {
  readonly search: string;
  /** The month of the birthday, 1 to 12. The list is then sorted by the day. */
  readonly month: number | null;
  readonly sort: CustomerSort;
}

/** The filters as parameters of the API, for the list and the file. */
export const customerQuery = ({ search, month, sort }: CustomerFilters) =>
  month === null ? { search, sort } : { search, sort: 'birthday' as const, birthday_month: String(month) };

export const CUSTOMERS = definePagedQuery({
  name: 'customers',
  about: (): Topic[] => ['customer'],
  load: (filters: CustomerFilters, { after, cursor, ...options }) =>
    call(listCustomers, { ...options, query: { ...customerQuery(filters), limit: '100', cursor, after } }),
});
