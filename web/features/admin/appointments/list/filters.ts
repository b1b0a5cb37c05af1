import { BookingStatus } from '../../../../../src/contracts/bookings.ts';
import { isSalonDate } from '../../../../../src/salon/salon-time.ts';
import type { BookingFilters } from '../../../../admin/bookings/queries.ts';

/** As they stand in the address; empty means all. */
export const NO_FILTERS = { search: '', status: '', from: '', to: '' };
export type AddressFilters = Readonly<typeof NO_FILTERS>;

/** What the address asks for. Whatever can't be in it counts as left out, and two days in the wrong order are swapped. */
export function filtersOf({ search, status, from, to }: AddressFilters): BookingFilters {
  const [first, last] = isSalonDate(from) && isSalonDate(to) && from > to ? [to, from] : [from, to];
  return {
    search: search.trim().slice(0, 100),
    status: BookingStatus.safeParse(status).data,
    from: isSalonDate(first) ? first : undefined,
    to: isSalonDate(last) ? last : undefined,
  };
}

export const isFiltered = (filters: BookingFilters): boolean =>
  filters.search !== '' || [filters.status, filters.from, filters.to].some((one) => one !== undefined);
