import { Ban } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { dayAs, formatLongDate } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { countText } from '../../ui/number-text.ts';
import { bookedOn } from '../plan/booking-counts.ts';
import { calendarAddress, type Span, weekOf } from '../plan/span.ts';

/** The seven days around the shown one, each with how many appointments it has. On a phone, which shows one day at a time. */
export function DayStrip({
  calendar,
  span,
  today,
}: {
  /** Must have the days of the week. */
  calendar: Calendar;
  span: Span;
  today: SalonDate;
}) {
  const days = new Map(calendar.days.map((day) => [day.date, day]));
  return (
    <nav aria-label="Days" className="grid min-w-0 flex-1 grid-cols-7">
      {weekOf(span.date).map((date) => {
        const day = days.get(date);
        const count = day ? bookedOn(day) : 0;
        const isShown = date === span.date;
        return (
          <Link
            key={date}
            to={calendarAddress({ ...span, date })}
            replace
            aria-current={isShown ? 'true' : undefined}
            className="flex flex-col items-center gap-0.5 rounded-md border border-transparent py-1 leading-4 tabular-nums focus-visible:-outline-offset-2 aria-[current]:border-line aria-[current]:bg-panel forced-colors:aria-[current]:border-[Highlight]"
          >
            <span className="sr-only">
              {`${formatLongDate(date)}${date === today ? ', today' : ''}, ${day?.blocked ? 'blocked' : countText(count, 'appointment')}`}
            </span>
            <span aria-hidden="true" className="text-[0.6875rem] text-stone">
              {dayAs(date, 'EEE').slice(0, 1)}
            </span>
            <span
              aria-hidden="true"
              className={`flex size-6 items-center justify-center rounded-full text-sm ${date === today ? 'bg-action font-semibold text-on-action' : 'font-medium'}`}
            >
              {Number(date.slice(8))}
            </span>
            <span aria-hidden="true" className="flex h-4 items-center text-[0.6875rem] text-stone">
              {day?.blocked ? <Ban className="size-3 text-bad" /> : count > 0 ? count : ''}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
