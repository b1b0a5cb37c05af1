import { Printer } from 'lucide-react';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { AdminButton } from '../../ui/button.tsx';
import { AsItWas } from '../history/as-it-was.tsx';
import { type Span, spanTitle } from '../plan/span.ts';
import { TurnButtons, ViewLinks } from './span-links.tsx';

/** The title of the shown days, and the buttons to show others. */
export function Toolbar({ span, today }: { span: Span; today: SalonDate }) {
  return (
    <>
      <TurnButtons span={span} today={today} />
      <h2
        aria-live="polite"
        className="min-w-32 font-sans text-sm font-semibold tracking-normal tabular-nums max-sm:order-first max-sm:w-full"
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
}
