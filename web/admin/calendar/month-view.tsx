import { Ban, MessageSquareWarning } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Calendar, CalendarBooking, CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { withStylist } from '../../../src/salon/stylist-words.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import { customerName, servicesText } from '../bookings/booking-text.ts';
import { notDelivered } from '../bookings/messages/message-text.ts';
import { useUndelivered } from '../bookings/messages/use-undelivered.ts';
import { type Resource, stylistsIn } from '../bookings/stylists/resources.ts';
import { useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { shortRange } from '../ui/time-range.ts';
import { blockLook } from './grid/booking-block.tsx';
import { badgeClass } from './grid/grid-style.ts';
import type { Mark, PastView } from './plan/differences.ts';
import { monthCell } from './plan/month.ts';
import { calendarAddress, IN_MONTH, monthWeeks } from './plan/span.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The space between a time and AM or PM, so that a range wraps only after its dash. */
const NO_BREAK = '\u00a0';

/** The weeks of a month. Each day links to its own view. */
export function MonthView({
  calendar,
  date,
  today,
  isPhone,
  past,
  onOpen,
}: {
  calendar: Calendar;
  date: SalonDate;
  today: SalonDate;
  isPhone: boolean;
  past: PastView | undefined;
  onOpen: (id: string) => void;
}) {
  const undelivered = useUndelivered();
  const days = new Map(calendar.days.map((day) => [day.date, day]));
  const stylists = stylistsIn(calendar);
  const { stylist } = useShownStylist(calendar);
  return (
    <div className="relative overflow-hidden rounded-md border border-line bg-panel">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th
                key={weekday}
                scope="col"
                className="border-b border-l border-line px-1 py-2 text-center text-xs font-medium text-stone first:border-l-0 sm:px-2 sm:text-left"
              >
                <span aria-hidden="true">{isPhone ? weekday.slice(0, 1) : weekday.slice(0, 3)}</span>
                <span className="sr-only">{weekday}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(date).map((week) => (
            <tr key={week[0]}>
              {week.map((cell) => {
                const day = days.get(cell);
                const isOther = cell.slice(0, 7) !== date.slice(0, 7);
                return (
                  <td
                    key={cell}
                    className={`relative h-16 border-b border-l border-line p-1 align-top first:border-l-0 sm:h-30 sm:p-1.5 [tr:last-child>&]:border-b-0 ${
                      day?.blocked ? 'bg-bad-tint/50' : isOther ? 'bg-sand/40' : ''
                    }`}
                  >
                    <DayNumber date={cell} isToday={cell === today} isOther={isOther} at={past?.at} />
                    {day && (
                      <Cell
                        day={day}
                        stylists={stylists}
                        stylistId={stylist?.id}
                        undelivered={undelivered}
                        isPhone={isPhone}
                        past={past}
                        onOpen={onOpen}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayNumber({
  date,
  isToday,
  isOther,
  at,
}: {
  date: SalonDate;
  isToday: boolean;
  isOther: boolean;
  at: string | undefined;
}) {
  return (
    <Link
      to={calendarAddress({ view: 'day', date, at })}
      aria-current={isToday ? 'date' : undefined}
      className={`inline-flex h-7 min-w-7 items-center max-sm:after:absolute max-sm:after:inset-0 justify-center rounded-full px-1 text-sm tabular-nums hover:bg-sand aria-[current=date]:bg-action aria-[current=date]:font-semibold aria-[current=date]:text-on-action ${isOther ? 'text-stone' : 'font-medium'}`}
    >
      <span aria-hidden="true">{Number(date.slice(8))}</span>
      <span className="sr-only">{formatLongDate(date)}</span>
    </Link>
  );
}

function Cell({
  day,
  stylists,
  stylistId,
  undelivered,
  isPhone,
  past,
  onOpen,
}: {
  day: CalendarDay;
  stylists: readonly Resource[];
  /** The one who is shown; undefined for all. */
  stylistId: string | undefined;
  undelivered: ReturnType<typeof useUndelivered>;
  isPhone: boolean;
  past: PastView | undefined;
  onOpen: (id: string) => void;
}) {
  const { hours, bookings, more } = monthCell(day, isPhone ? 1 : IN_MONTH, past?.marks, stylistId);
  const different = day.bookings.filter(({ id }) => past?.marks.has(id)).length;
  return (
    <>
      {day.blocked ? (
        <p className="text-bad">
          <Ban aria-hidden="true" className="size-4 sm:hidden" />
          <span className={`${badgeClass} max-sm:sr-only`}>Blocked</span>
        </p>
      ) : (
        hours && (
          <p className="text-xs text-stone tabular-nums max-sm:text-[0.6875rem] max-sm:leading-4">
            {shortRange(hours).replaceAll(/ (?=[AP]M)/g, NO_BREAK)}
          </p>
        )
      )}
      <ul className="space-y-0.5 pt-0.5">
        {bookings.map((booking) => {
          const channel = past ? undefined : undelivered.get(booking.id);
          return (
            <li key={booking.id}>
              <MonthBooking
                booking={booking}
                by={stylists.find(({ id }) => id === booking.stylist?.id)}
                mark={past?.marks.get(booking.id)}
                failure={channel && notDelivered(channel).toLowerCase()}
                onOpen={onOpen}
              />
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <Link
          to={calendarAddress({ view: 'day', date: day.date, at: past?.at })}
          className="relative mt-0.5 inline-flex min-h-6 items-center text-xs max-sm:-mx-0.5 max-sm:text-[0.6875rem] max-sm:tracking-tight min-[22rem]:whitespace-nowrap sm:px-1 font-medium text-stone underline-offset-4 hover:text-ink hover:underline"
        >
          +{more} more<span className="sr-only"> on {formatLongDate(day.date)}</span>
        </Link>
      )}
      {different > 0 && (
        <p className="text-xs font-medium text-info tabular-nums">
          <span aria-hidden="true" className="sm:hidden">
            ≠{' '}
          </span>
          {different}
          <span className="max-sm:sr-only"> different now</span>
        </p>
      )}
      {past?.ofDays.has(day.date) && (
        <p className="text-xs font-medium text-info max-sm:sr-only">{past.ofDays.get(day.date)}</p>
      )}
    </>
  );
}

/** An appointment in the month: a line with time and name, where there is little room the name alone. */
function MonthBooking({
  booking,
  by,
  mark,
  failure,
  onOpen,
}: {
  booking: CalendarBooking;
  /** The stylist who does it; undefined where the salon is no team. */
  by: Resource | undefined;
  mark: Mark | undefined;
  /** Says that the last message about it did not reach the customer. */
  failure: string | undefined;
  onOpen: (id: string) => void;
}) {
  const { id, status, start } = booking;
  const name = customerName(booking);
  const further = [servicesText(booking), withStylist(by), failure, mark?.words, status]
    .filter(Boolean)
    .join(', ');
  const { look, style } = blockLook(status, mark, by);
  return (
    <button
      type="button"
      data-appointment={id}
      onClick={() => onOpen(id)}
      style={style}
      className={`relative block min-h-6 w-full truncate rounded-md border-l-3 px-1 text-left text-xs max-sm:px-0.5 max-sm:text-[0.6875rem] hover:brightness-97 focus-visible:-outline-offset-1 ${look}`}
    >
      {failure && (
        <MessageSquareWarning aria-hidden="true" className="mr-0.5 inline size-3.5 text-bad max-sm:hidden" />
      )}
      <span className="tabular-nums max-lg:sr-only">{formatTime(start)} </span>
      {status === 'cancelled' ? <s>{name}</s> : <span className="font-semibold">{name}</span>}
      <span className="sr-only">, {further}</span>
    </button>
  );
}
