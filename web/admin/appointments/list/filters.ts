import { BookingStatus } from '../../../../src/contracts/bookings/bookings.ts';
import { isSalonDate } from '../../../../src/salon/salon-time.ts';
import type { BookingFilters } from '../../bookings/queries.ts';

/** The filters as parameters of the address; empty means all. */
export const NO_FILTERS = { search: '', status: '', from: '', to: '' };
export type AddressFilters = Readonly<typeof NO_FILTERS>;

/** Whether both days are set, and the last is before the first. */
export const isWrongOrder = ({ from, to }: Pick<AddressFilters, 'from' | 'to'>): boolean =>
  isSalonDate(from) && isSalonDate(to) && from > to;

/** The filters in the address. Invalid values are ignored, as is a last day before the first. */
export function filtersOf({ search, status, from, to }: AddressFilters): BookingFilters {
  return {
    search: search.trim().slice(0, 100),
    status: BookingStatus.safeParse(status).data,
    from: isSalonDate(from) ? from : undefined,
    to: isSalonDate(to) && !isWrongOrder({ from, to }) ? to : undefined,
  };
}

/** How many filters are in use besides the text; the days are one. */
export const countOf = ({ status, from, to }: BookingFilters): number =>
  [status, from ?? to].filter((one) => one !== undefined).length;

export const isFiltered = (filters: BookingFilters): boolean => filters.search !== '' || countOf(filters) > 0;
