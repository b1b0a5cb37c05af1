import { listCustomers } from '../../../src/contracts/customers/customers.ts';
import { call } from '../../api.ts';
import { definePagedQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';

type CustomerSort = 'name' | '-created_at';

/** What the list of customers is narrowed down to. */
export interface CustomerFilters {
  readonly search: string;
  /** Of their birthdays, 1 to 12; then they are sorted by the day. */
  readonly month: number | null;
  readonly sort: CustomerSort;
}

/** The same as the server's lists and files have it. */
export const customerQuery = ({ search, month, sort }: CustomerFilters) =>
  month === null ? { search, sort } : { search, sort: 'birthday' as const, birthday_month: String(month) };

export const CUSTOMERS = definePagedQuery({
  name: 'customers',
  about: (): Topic[] => ['customer'],
  load: (filters: CustomerFilters, { after, cursor, ...asking }) =>
    call(listCustomers, { ...asking, query: { ...customerQuery(filters), limit: '100', cursor, after } }),
});
