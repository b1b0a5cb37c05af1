import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { AdminButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AsItWas } from '../history/as-it-was.tsx';
import { type Span, spanTitle } from '../plan/span.ts';
import { TurnButtons, ViewLinks } from './span-links.tsx';

/** The header of the calendar where it isn't on a phone: with the title of the shown days, and buttons to show others. */
export function CalendarHeader({
  span,
  today,
  count,
  action,
}: {
  span: Span;
  today: SalonDate;
  /** Such as `14 appointments`; undefined while loading. */
  count: string | undefined;
  action?: ReactNode;
}) {
  const filters = (
    <>
      <TurnButtons span={span} today={today} />
      <h2
        aria-live="polite"
        className="min-w-23 font-sans text-sm font-semibold tracking-normal tabular-nums max-sm:order-first max-sm:w-full"
      >
        {spanTitle(span)}
      </h2>
      <ViewLinks span={span} />
      {span.at === undefined && <AsItWas label="As it was..." />}
      {span.view === 'day' && (
        <AdminButton
          aria-label="Print this day"
          className="px-2 max-md:hidden print:hidden"
          onClick={() => window.print()}
        >
          <Printer aria-hidden="true" className="size-4" />
        </AdminButton>
      )}
    </>
  );
  return (
    <div className={span.view === 'day' ? 'print:hidden' : undefined}>
      <PageHeader title="Calendar Management" count={count} action={action} filters={filters} />
    </div>
  );
}
