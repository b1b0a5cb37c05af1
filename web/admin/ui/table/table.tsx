import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminButton } from '../button.tsx';
import { useCompactRows } from './density.ts';

/** A column's name, optionally only for screen readers, with the sort direction, or with class names. */
type Column =
  | string
  | {
      readonly name: string;
      readonly isHidden?: boolean;
      readonly isAscending?: boolean;
      readonly className?: string;
    };

/**
 * A table on a white panel, with a sticky head. If it is too wide it scrolls sideways. Less important columns are hidden depending on
 * the table's width and not the window's, since the sidebar may be wide or narrow.
 */
export function Table({
  label,
  columns,
  isBusy = false,
  children,
}: {
  label: string;
  columns: readonly Column[];
  /** The rows are outdated, and new ones are loading. */
  isBusy?: boolean;
  children: ReactNode;
}) {
  const isCompact = useCompactRows();
  return (
    <div className="@container overflow-x-auto rounded-md border border-line bg-panel">
      <table
        aria-label={label}
        aria-busy={isBusy}
        data-compact={isCompact || undefined}
        className="w-full text-left text-xs tabular-nums"
      >
        <thead>
          <tr className="h-9 border-b border-line text-stone">
            {columns.map((column) => {
              const {
                name,
                isHidden = false,
                isAscending = false,
                className = '',
              } = typeof column === 'string' ? { name: column } : column;
              return (
                <th
                  key={name}
                  scope="col"
                  aria-sort={isAscending ? 'ascending' : undefined}
                  className={`px-3 font-medium whitespace-nowrap max-lg:px-2 max-lg:in-data-compact:px-1 first:pl-4 last:pr-4 ${className}`}
                >
                  {isHidden ? <span className="sr-only">{name}</span> : name}
                  {isAscending && <ArrowUp aria-hidden="true" className="ml-1 inline size-3.5" />}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className={`transition-opacity ${isBusy ? 'opacity-60' : ''}`}>{children}</tbody>
      </table>
    </div>
  );
}

/** Class names of columns that a narrow table hides, and of the line in another cell that then shows their content. */
export const WIDE_ONLY = '@max-[40rem]:hidden';
export const NARROW_ONLY = '@min-[40rem]:hidden';

/** Class names of a row, 44 px high or 36 when compact, and of its cells. A row that somebody else has just changed is tinted. */
export const rowClass = (isFresh = false) =>
  `h-11 in-data-compact:h-9 border-b border-line transition-colors duration-500 last:border-0 ${isFresh ? 'bg-warn-tint' : ''}`;
export const cellClass =
  'px-3 py-1 in-data-compact:py-0 max-lg:px-2 max-lg:in-data-compact:px-1 first:pl-4 last:pr-4';

/** A button that loads the next page of a list. */
export function LoadMore({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  return (
    <div className="flex justify-center pt-4">
      <AdminButton busy={isLoading} onClick={onLoad}>
        {isLoading ? 'Loading...' : 'Load more'}
      </AdminButton>
    </div>
  );
}
