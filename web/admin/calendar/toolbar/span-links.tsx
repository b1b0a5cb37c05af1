import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { AdminButton } from '../../ui/button.tsx';
import { calendarAddress, type Span, turned, VIEWS } from '../plan/span.ts';

const WORDS = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** The buttons that show the days before and after, and today. */
export function TurnButtons({ span, today }: { span: Span; today: SalonDate }) {
  const navigate = useNavigate();
  const go = (to: Span) => navigate(calendarAddress(to));
  return (
    <div className="flex items-center gap-1 print:hidden">
      <AdminButton aria-label="Previous" className="px-2!" onClick={() => go(turned(span, -1))}>
        <ChevronLeft aria-hidden="true" className="size-4" />
      </AdminButton>
      <AdminButton className="max-[22rem]:px-2!" onClick={() => go({ ...span, date: today })}>
        Today
      </AdminButton>
      <AdminButton aria-label="Next" className="px-2!" onClick={() => go(turned(span, 1))}>
        <ChevronRight aria-hidden="true" className="size-4" />
      </AdminButton>
    </div>
  );
}

/** The links to the views of a day, a week and a month. */
export function ViewLinks({ span }: { span: Span }) {
  return (
    <nav aria-label="View" className="flex rounded-md border border-line bg-panel p-0.5 print:hidden">
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={calendarAddress({ ...span, view })}
          aria-current={view === span.view ? 'true' : undefined}
          className="flex min-h-8 items-center rounded-md px-3 text-sm font-medium text-stone hover:text-ink aria-[current]:bg-sand aria-[current]:text-ink max-[22rem]:px-1.5 max-[22rem]:text-[0.8125rem] pointer-coarse:min-h-10 forced-colors:aria-[current]:underline"
        >
          {WORDS[view]}
        </Link>
      ))}
    </nav>
  );
}
