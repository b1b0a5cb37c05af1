import type { ReactNode } from 'react';
import { PageTitle } from '../../salon/page/page-title.tsx';

/** The header of a screen: title, count, filters and main action, whose icon is hidden on a phone. */
export function PageHeader({
  title,
  count,
  filters,
  action,
}: {
  title: string;
  /** Such as `14 services`; undefined while loading. */
  count?: string | undefined;
  filters?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-3 pb-5 max-lg:gap-x-2 max-sm:pb-3">
      <PageTitle>{title}</PageTitle>
      <div className="flex min-w-min flex-1 gap-x-3 max-sm:flex-col sm:flex-wrap sm:items-baseline">
        {/* Focusable by code, so that screen readers read a new page from its heading on. */}
        <h1 tabIndex={-1} className="text-xl max-[22rem]:text-lg sm:whitespace-nowrap">
          {title}
        </h1>
        <p aria-live="polite" className="truncate text-sm text-stone tabular-nums">
          {count}
        </p>
      </div>
      {filters && (
        <div className="flex flex-wrap items-center gap-1.5 max-xl:order-last max-xl:w-full">{filters}</div>
      )}
      <div className="contents max-sm:[&_button>svg]:hidden max-[22rem]:[&_button]:px-2 print:hidden [&>:first-child]:ml-auto">
        {action}
      </div>
    </header>
  );
}
