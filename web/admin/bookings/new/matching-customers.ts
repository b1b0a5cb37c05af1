import { type CustomerSummary, listCustomers } from '../../../../src/contracts/customers/customers.ts';
import { plain } from '../../../../src/salon/search-text.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useDebounced } from '../../ui/form/use-debounced.ts';

/** How many matches are shown at most. */
const MATCHES = 10;
/** How many letters a search needs. */
export const ENOUGH = 2;

const MATCHING_CUSTOMERS = defineQuery({
  name: 'matching-customers',
  about: (): Topic[] => ['customer'],
  load: (search: string, { after, ...options }) =>
    call(listCustomers, { ...options, query: { search, sort: 'match', limit: String(MATCHES), after } }),
});

/** The existing customers whom a typed name, e-mail or phone may mean. */
export function useMatches(typed: string, isWanted: boolean) {
  const text = typed.trim();
  const search = useDebounced(text);
  const isAsked = isWanted && search.length >= ENOUGH;
  const { data, error, isPrevious } = useAdminQuery(MATCHING_CUSTOMERS, isAsked ? search : null, {
    keepPrevious: true,
  });
  const isAnswered = error !== null || (data !== undefined && !isPrevious);
  return {
    matches: (isAsked && data?.customers.slice(0, MATCHES)) || [],
    /** Whether these are the matches of the text, and not those of the letters before it. */
    isSettled: search === text && (!isAsked || isAnswered),
  };
}

/** Those who have exactly this name, whatever its capitals and accents. */
export const namesakesOf = (name: string, customers: readonly CustomerSummary[]): CustomerSummary[] =>
  plain(name) === '' ? [] : customers.filter((customer) => plain(customer.name) === plain(name));
