import { listCustomers } from '../../../src/contracts/customers/customers.ts';
import { call } from '../../api.ts';
import { definePagedQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';

type CustomerSort = 'name' | '-created_at';

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
