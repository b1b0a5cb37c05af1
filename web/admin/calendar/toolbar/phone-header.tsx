import type { ReactNode } from 'react';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { PageTitle } from '../../../salon/page/page-title.tsx';
import { type Span, spanTitle } from '../plan/span.ts';
import { TurnButtons, ViewLinks } from './span-links.tsx';

/** The header of the calendar on a phone, as low as can be: the first screen belongs to the appointments. */
export function PhoneHeader({
  span,
  today,
  count,
  action,
}: {
  span: Span;
  today: SalonDate;
  /** Such as `14 appointments`; undefined while loading. */
  count: string | undefined;
  /** The button beside the title. */
  action: ReactNode;
}) {
  return (
    <header className="-mt-3 space-y-1.5 pb-2">
      <PageTitle>Calendar Management</PageTitle>
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 tabular-nums">
          {/* Focusable by code, so that screen readers read a new page from its heading on. */}
          <h1 tabIndex={-1} className="text-base leading-6 whitespace-nowrap">
            Calendar Management
          </h1>
          <div className="flex flex-wrap items-baseline gap-x-2 text-xs leading-4">
            <h2 aria-live="polite" className="font-sans text-xs leading-4 font-semibold tracking-normal">
              {spanTitle(span)}
            </h2>
            <p aria-live="polite" className="text-stone">
              {count}
            </p>
          </div>
        </div>
        {action}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-1">
        <TurnButtons span={span} today={today} />
        <ViewLinks span={span} />
      </div>
    </header>
  );
}
