import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import { dayAs, formatLongDate } from '../../../src/salon/date-text.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { useMay } from '../data/role.ts';
import { shortRange } from '../ui/time-range.ts';
import { badgeClass } from './grid/grid-style.ts';
import { areWeekly, type HoursActions, type ShownHours } from './hours/hours.ts';
import { HoursMenu, OwnHoursMenu } from './hours/hours-menu.tsx';
import { calendarAddress } from './plan/span.ts';

interface DayHeadProps {
  readonly day: CalendarDay;
  readonly isToday: boolean;
}

const headClass = 'px-2 pt-1.5 pb-1 max-lg:px-1.5';

/** The head of a day in the week: a link to the day, whether it is blocked, and its hours. */
export function DayHead({ day, isToday, actions }: DayHeadProps & { actions: HoursActions }) {
  const isOwn = day.hours_from === 'date';
  const mayWeekly = useMay()('owners');
  const today = useSalonToday();
  return (
    <div className={`${headClass} max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4`}>
      <DayTitle day={day} isToday={isToday} />
      {isOwn ? (
        <OwnHoursMenu day={day} actions={actions} />
      ) : (
        day.hours
          .filter(areWeekly)
          .map((hours) =>
            mayWeekly ? (
              <HoursMenu key={hours.start} date={day.date} hours={hours} actions={actions} />
            ) : (
              <HoursLine key={hours.start} hours={hours} />
            ),
          )
      )}
      {(mayWeekly || day.date >= today) && (
        <button
          type="button"
          onClick={() => actions.add(day.date)}
          className="-mx-1 flex min-h-7 items-center gap-1 rounded-md px-1 text-xs text-stone hover:bg-sand hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 print:hidden"
        >
          <Plus aria-hidden="true" className="size-3.5 max-lg:md:hidden" />
          Add Hours<span className="sr-only"> on {formatLongDate(day.date)}</span>
        </button>
      )}
    </div>
  );
}

/** The same of a day as it was, where nothing can be changed. */
export function PastDayHead({
  day,
  isToday,
  at,
  difference,
}: DayHeadProps & {
  /** The moment, as the address has it. */
  at: string | undefined;
  /** The difference between the day then and now. */
  difference: string | undefined;
}) {
  return (
    <div className={headClass}>
      <DayTitle day={day} isToday={isToday} at={at} />
      {day.hours.map((hours) => (
        <HoursLine key={hours.start} hours={hours} />
      ))}
      {difference && <p className="pb-1 text-xs font-medium text-info">{difference}</p>}
    </div>
  );
}

/** Hours that the person can't change. */
const HoursLine = ({ hours }: { hours: ShownHours }) => (
  <p className="py-1 text-xs tabular-nums">
    {hours.is_available ? (
      shortRange(hours)
    ) : (
      <>
        <s className="text-stone">{shortRange(hours)}</s>
        <span className="sr-only"> (off)</span>
      </>
    )}
  </p>
);

const DayTitle = ({ day, ...link }: DayHeadProps & { at?: string | undefined }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-1">
    <DayLink date={day.date} {...link} />
    {day.blocked && <span className={badgeClass}>Blocked</span>}
  </div>
);

/** A link to a day, `Fri 20`. */
function DayLink({ date, isToday, at }: { date: string; isToday: boolean; at?: string | undefined }) {
  return (
    <Link
      to={calendarAddress({ view: 'day', date, at })}
      aria-current={isToday ? 'date' : undefined}
      className="group -mx-1 flex min-h-8 items-center gap-1.5 rounded-md px-1 text-sm hover:bg-sand focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
    >
      <span className={isToday ? 'font-semibold' : 'text-stone'}>{dayAs(date, 'EEE')}</span>
      <span className="flex h-6 min-w-6 items-center justify-center rounded-full px-1 font-semibold tabular-nums group-aria-[current=date]:bg-action group-aria-[current=date]:text-on-action">
        {Number(date.slice(8))}
      </span>
      <span className="sr-only">{formatLongDate(date)}</span>
    </Link>
  );
}
