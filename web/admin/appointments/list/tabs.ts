import { addSalonDays, dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { AddressFilters } from './filters.ts';

export const TABS = ['all', 'today', 'upcoming', 'to-confirm', 'past'] as const;
export type Tab = (typeof TABS)[number];

/** A tab in the address or in storage; that of all appointments if it is none. */
export const tabOf = (text: string | null): Tab => TABS.find((tab) => tab === text) ?? 'all';

/** The filters that a tab stands for. */
type TabFilters = Pick<AddressFilters, 'status' | 'from' | 'to'>;

const NONE: TabFilters = { status: '', from: '', to: '' };

export function filtersOfTab(tab: Tab, today: SalonDate): TabFilters {
  switch (tab) {
    case 'all':
      return NONE;
    case 'today':
      return { ...NONE, from: today, to: today };
    case 'upcoming':
      return { ...NONE, from: today };
    case 'to-confirm':
      return { ...NONE, status: 'pending' };
    case 'past':
      return { ...NONE, to: addSalonDays(today, -1) };
  }
}

/** Sunday and Saturday of the week so many weeks from now. */
export function weekFrom(today: SalonDate, weeks: number): Pick<AddressFilters, 'from' | 'to'> {
  const from = addSalonDays(today, 7 * weeks - dayOfWeek(today));
  return { from, to: addSalonDays(from, 6) };
}
