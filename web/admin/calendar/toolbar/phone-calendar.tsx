import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { addSalonDays, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { PageTitle } from '../../../salon/page/page-title.tsx';
import { StylistTurns, turnStylist, useShownStylist } from '../../bookings/stylists/stylist-choice.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { calendarAddress, type Span, spanTitle, turned, weekOf } from '../plan/span.ts';
import { DayStrip } from './day-strip.tsx';
import { TurnButtons, ViewLinks } from './span-links.tsx';
import { Swiped } from './swiped.tsx';

interface PhoneCalendarProps {
  readonly span: Span;
  readonly today: SalonDate;
  /** Undefined while loading. */
  readonly calendar: Calendar | undefined;
  /** Such as `14 appointments`; undefined while loading. */
  readonly count: string | undefined;
  /** The button beside the title. */
  readonly action?: ReactNode;
  /** Shown between the header and the days. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** The calendar on a phone: its header is as low as can be, since the first screen belongs to the appointments, and a swipe turns the days. Where one stylist of a team is shown, it turns the days above their column, and the stylists in it. */
export function PhoneCalendar({ banner, children, ...header }: PhoneCalendarProps) {
  const { span, today, calendar } = header;
  const navigate = useNavigate();
  const show = (to: Span) => navigate(calendarAddress(to), { replace: true });
  const stylists = useShownStylist(calendar, span.view !== 'month');
  const turnDay = (by: 1 | -1) =>
    show(span.view === 'month' ? turned(span, by) : { ...span, date: addSalonDays(span.date, by) });
  const turnsStylists = stylists.stylist !== undefined && span.view !== 'month';
  return (
    <>
      <PhoneHeader {...header} />
      {banner}
      <Swiped onSwipe={turnDay}>
        {/* Only the shown day of the past is loaded. */}
        {calendar && span.view === 'day' && span.at === undefined && (
          <DayStrip calendar={calendar} span={span} today={today} />
        )}
        {calendar && span.view === 'week' && (
          <WeekDays
            calendar={calendar}
            span={span}
            today={today}
            onTurn={(date) => show({ ...span, date })}
          />
        )}
      </Swiped>
      <StylistTurns {...stylists} />
      <Swiped onSwipe={(by) => (turnsStylists ? turnStylist(stylists, by) : turnDay(by))}>{children}</Swiped>
    </>
  );
}

function PhoneHeader({ span, today, count, action }: Omit<PhoneCalendarProps, 'children'>) {
  return (
    <header className={`-mt-3 space-y-1.5 pb-2 ${span.view === 'day' ? 'print:hidden' : ''}`}>
      <PageTitle>Calendar Management</PageTitle>
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 tabular-nums">
          {/* Focusable by code, so that screen readers read a new page from its heading on. */}
          <h1
            tabIndex={-1}
            className="text-base leading-6 whitespace-nowrap max-[359px]:leading-5 max-[359px]:whitespace-normal"
          >
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

/** The days of a week, of which one is shown at a time. */
function WeekDays({
  calendar,
  span,
  today,
  onTurn,
}: {
  calendar: Calendar;
  span: Span;
  today: SalonDate;
  onTurn: (date: SalonDate) => void;
}) {
  const dates = weekOf(span.date);
  const at = dates.indexOf(span.date);
  const turns = [
    { label: 'Day before', to: dates[at - 1], Icon: ChevronLeft },
    { label: 'Day after', to: dates[at + 1], Icon: ChevronRight },
  ].map(({ label, to, Icon }) => (
    <AdminButton
      key={label}
      aria-label={label}
      aria-disabled={!to}
      className="px-1.5! aria-disabled:opacity-40"
      onClick={() => to && onTurn(to)}
    >
      <Icon aria-hidden="true" className="size-4" />
    </AdminButton>
  ));
  return (
    // On a narrow phone the strip has a line of its own: its days would be too small for a finger.
    <div className="flex flex-wrap items-center gap-1 pb-2 max-[359px]:[&>nav]:-order-1 max-[359px]:[&>nav]:basis-full">
      {turns[0]}
      <DayStrip calendar={calendar} span={span} today={today} />
      <p
        aria-live="polite"
        className="order-1 basis-full text-center text-xs text-stone max-[359px]:order-none max-[359px]:flex-1 max-[359px]:basis-0"
      >
        Day {at + 1} of 7
      </p>
      {turns[1]}
    </div>
  );
}
