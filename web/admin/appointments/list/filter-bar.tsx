import { ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import { AdminButton } from '../../ui/button.tsx';
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

/** The list's filters: text, status, and the days of the appointments. On a phone all but the text are behind a button. */
export function FilterBar({
  filters,
  inUse,
  weeks,
  isFiltered,
  onSearch,
  onFilter,
  onClear,
  tools,
}: {
  filters: AddressFilters;
  /** How many of those behind the button are in use. */
  inUse: number;
  /** A phone's choice of a week. */
  weeks: ReactNode;
  isFiltered: boolean;
  onSearch: (text: string) => void;
  onFilter: (changes: Partial<AddressFilters>) => void;
  onClear: () => void;
  /** Shown to the right of the filters. */
  tools: ReactNode;
}) {
  const wrongOrder = useId();
  const hasWrongOrder = isWrongOrder(filters);
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const search = <SearchField label="Name, email or phone" value={filters.search} onSearch={onSearch} />;
  const rest = (
    <>
      {weeks}
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
    </>
  );
  return (
    <search aria-label="Filters" className="flex flex-wrap items-center gap-2 pb-4 print:hidden">
      {isPhone ? (
        <div className="flex w-full gap-2">
          {search}
          <AdminButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ListFilter aria-hidden="true" className="size-4" />
            Filter{inUse > 0 && ` (${inUse})`}
          </AdminButton>
        </div>
      ) : (
        search
      )}
      {(!isPhone || isOpen) && rest}
    </search>
  );
}
