import { type ReactNode, useId } from 'react';
import { ClearFilters } from '../../ui/form/clear-filters.tsx';
import { DayFilter } from '../../ui/form/day-filter.tsx';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { type AddressFilters, isWrongOrder } from './filters.ts';

const STATUSES = [
  ['pending', 'Pending'],
  ['confirmed', 'Confirmed'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
] as const;

/** The list's filters: text, status, and the days of the appointments. */
export function FilterBar({
  filters,
  isFiltered,
  onSearch,
  onFilter,
  onClear,
  tools,
}: {
  filters: AddressFilters;
  isFiltered: boolean;
  onSearch: (text: string) => void;
  onFilter: (changes: Partial<AddressFilters>) => void;
  onClear: () => void;
  /** Shown to the right of the filters. */
  tools: ReactNode;
}) {
  const wrongOrder = useId();
  const hasWrongOrder = isWrongOrder(filters);
  return (
    <search aria-label="Filters" className="flex flex-wrap items-center gap-2 pb-4 print:hidden">
      <SearchField label="Name, email or phone" value={filters.search} onSearch={onSearch} />
      <FilterChoice
        label="Status"
        all="All Statuses"
        value={filters.status}
        options={STATUSES}
        onChange={(status) => onFilter({ status })}
      />
      <div className="flex items-center gap-2 max-sm:order-1 max-sm:w-full max-sm:flex-wrap">
        <DayFilter label="From" value={filters.from} onChange={(from) => onFilter({ from })} />
        <DayFilter
          label="To"
          value={filters.to}
          describedBy={hasWrongOrder ? wrongOrder : undefined}
          onChange={(to) => onFilter({ to })}
        />
      </div>
      {hasWrongOrder && (
        <p id={wrongOrder} role="alert" className="text-sm text-bad max-sm:order-1">
          “To” lies before “From”.
        </p>
      )}
      {isFiltered && <ClearFilters className="max-sm:order-1" onClear={onClear} />}
      {tools}
    </search>
  );
}
