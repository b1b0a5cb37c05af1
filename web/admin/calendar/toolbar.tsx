import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { AdminButton, adminButtonClass } from '../ui/button.tsx';
import { AsItWas } from './history/as-it-was.tsx';
import { calendarAddress, type Span, spanTitle, turned, VIEWS } from './plan/span.ts';

const WORDS = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** The title of the shown days, and the buttons to show others. */
export function Toolbar({ span, today }: { span: Span; today: SalonDate }) {
  const navigate = useNavigate();
  const go = (to: Span) => navigate(calendarAddress(to));
  return (
    <>
      <div className="flex items-center gap-1 print:hidden">
        <AdminButton aria-label="Previous" className="px-2" onClick={() => go(turned(span, -1))}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </AdminButton>
        <AdminButton onClick={() => go({ ...span, date: today })}>Today</AdminButton>
        <AdminButton aria-label="Next" className="px-2" onClick={() => go(turned(span, 1))}>
          <ChevronRight aria-hidden="true" className="size-4" />
        </AdminButton>
      </div>
      <h2
        aria-live="polite"
        className="min-w-32 font-sans text-sm font-semibold tracking-normal tabular-nums max-sm:order-first max-sm:w-full"
      >
        {spanTitle(span)}
      </h2>
      <nav aria-label="View" className="flex rounded-md border border-line bg-panel p-0.5 print:hidden">
        {VIEWS.map((view) => (
          <Link
            key={view}
            to={calendarAddress({ ...span, view })}
            aria-current={view === span.view ? 'true' : undefined}
            className="flex min-h-8 items-center rounded-md px-3 text-sm font-medium text-stone hover:text-ink aria-[current]:bg-sand aria-[current]:text-ink pointer-coarse:min-h-10 forced-colors:aria-[current]:underline"
          >
            {WORDS[view]}
          </Link>
        ))}
      </nav>
      {span.at === undefined && <AsItWas label="As it was..." />}
      {span.view === 'day' && (
        <button
          type="button"
          aria-label="Print this day"
          className={`${adminButtonClass('outline')} px-2 max-md:hidden print:hidden`}
          onClick={() => window.print()}
        >
          <Printer aria-hidden="true" className="size-4" />
        </button>
      )}
    </>
  );
}
