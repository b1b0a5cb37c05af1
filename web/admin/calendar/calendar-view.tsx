import { useMemo } from 'react';
import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  openHours,
} from '../../../src/contracts/bookings/calendar.ts';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { isAllDay } from '../../../src/salon/time-text.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useUndelivered } from '../bookings/messages/use-undelivered.ts';
import { colourOf } from '../bookings/stylists/colours.ts';
import { type Resource, stylistsIn } from '../bookings/stylists/resources.ts';
import { StylistChip } from '../bookings/stylists/stylist-chip.tsx';
import { useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { useOwnStylist } from '../data/role.ts';
import { stylistName } from '../data/stylist-name.ts';
import { useTeam } from '../data/team.ts';
import { FailedState } from '../ui/states.tsx';
import { DayHead, PastDayHead } from './day-head.tsx';
import { DaySheet } from './day-sheet.tsx';
import { badgeClass } from './grid/grid-style.ts';
import { type GridActions, TimeGrid } from './grid/time-grid.tsx';
import type { HoursActions } from './hours/hours.ts';
import { HoursPanel } from './hours/hours-panel.tsx';
import { MonthView } from './month-view.tsx';
import { columnsOf, type ShownStylists } from './plan/columns.ts';
import type { PastView } from './plan/differences.ts';
import { hoursShown } from './plan/hours-shown.ts';
import { type Span, weekOf } from './plan/span.ts';
import { CancelledToggle, useCancelledShown } from './toolbar/cancelled-shown.tsx';

interface ViewProps {
  readonly calendar: Calendar;
  readonly isPhone: boolean;
  /** The salon's clock, now or at the moment of the past. */
  readonly now: SalonNow;
  /** The actions of staff on the hours; left out in the past. */
  readonly hours?: HoursActions;
  /** Set in the past. */
  readonly past?: PastView | undefined;
  readonly grid: GridActions;
}

/** The calendar by day, week or month. Until it is loaded, a placeholder, or why it couldn't be. */
export function CalendarView({
  calendar,
  loaded: { error, reload },
  span: { view, date },
  ...shown
}: Omit<ViewProps, 'calendar'> & {
  calendar: Calendar | undefined;
  loaded: { readonly error: Error | null; readonly reload: () => void };
  span: Span;
}) {
  const failed = 'Failed to load calendar data';
  if (!calendar && error) return <FailedState what={failed} toast={failed} error={error} onRetry={reload} />;
  if (!calendar) return <Loading />;
  switch (view) {
    case 'day':
      return <DayView {...shown} calendar={calendar} date={date} />;
    case 'week':
      return <WeekView {...shown} calendar={calendar} dates={shown.isPhone ? [date] : weekOf(date)} />;
    case 'month':
      return (
        <MonthView
          calendar={calendar}
          date={date}
          today={shown.now.date}
          isPhone={shown.isPhone}
          past={shown.past}
          onOpen={shown.grid.onOpen}
        />
      );
  }
}

/** Shown in the place of the calendar while it is loading. */
const Loading = () => (
  <div role="status" className="animate-late">
    <span className="sr-only">Loading the calendar...</span>
    <Skeleton className="h-[32rem]" />
  </div>
);

/** Columns and hours of these days, memoized. */
function useGrid(
  calendar: Calendar,
  dates: string,
  marks: PastView['marks'] | undefined,
  stylists: ShownStylists,
) {
  const undelivered = useUndelivered();
  const isCancelledShown = useCancelledShown() || marks !== undefined;
  const limitedTo = useOwnStylist();
  return useMemo(() => {
    const days = calendar.days.filter(({ date }) => dates.includes(date));
    const drawn = isCancelledShown ? days : days.map(withoutCancelled);
    // Whether a message was delivered is known of now only.
    const columns = columnsOf(
      { ...calendar, days: drawn },
      { undelivered: marks ? undefined : undelivered, marks, stylists, limitedTo },
    );
    const shown = hoursShown(
      days.flatMap(openHours),
      drawn.flatMap(({ bookings, blocked, blocks }) => [
        ...bookings,
        ...(blocked ? [] : blocks.filter((one) => !isAllDay(one))),
      ]),
    );
    const cancelled = days.flatMap(({ bookings }) => bookings).filter(isCancelled).length;
    return { days, columns, shown, corner: marks ? null : <CancelledToggle count={cancelled} /> };
  }, [calendar, dates, undelivered, marks, isCancelledShown, stylists, limitedTo]);
}

const isCancelled = ({ status }: CalendarBooking) => status === 'cancelled';

const withoutCancelled = (day: CalendarDay): CalendarDay => ({
  ...day,
  bookings: day.bookings.filter((booking) => !isCancelled(booking)),
});

/** One day, with its hours next to it. */
function DayView({ calendar, date, isPhone, now, hours, past, grid }: ViewProps & { date: SalonDate }) {
  const { stylist } = useShownStylist(calendar, isPhone);
  const { days, ...drawn } = useGrid(calendar, date, past?.marks, stylist?.id ?? (isPhone ? 'all' : 'each'));
  const [day] = days;
  const isNew = ({ id }: CalendarBooking) => past?.marks.get(id)?.kind === 'new';
  return (
    <>
      {day && (
        <DaySheet
          day={{ ...day, bookings: day.bookings.filter((one) => !isNew(one)) }}
          stylists={stylistsIn(calendar)}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem] print:hidden">
        <TimeGrid
          label={formatLongDate(date)}
          {...drawn}
          now={now}
          {...grid}
          head={({ stylist }) =>
            // On a phone the name stands above the grid, where the arrows are.
            isPhone && stylist && !day?.blocked ? null : (
              <div className="flex min-h-10 flex-wrap items-center gap-2 px-2 py-1 text-sm font-semibold">
                {stylist ? <StylistHead stylist={stylist} /> : formatLongDate(date)}
                {day?.blocked && <span className={badgeClass}>Salon Closed - Blocked</span>}
              </div>
            )
          }
        />
        {day && <HoursPanel day={day} actions={hours} difference={past?.ofDays.get(date)} />}
      </div>
    </>
  );
}

/** Says of which stylist a column is, with a picture or the initials. */
function StylistHead({ stylist }: { stylist: Resource }) {
  const picture = useTeam().stylists.find(({ id }) => id === stylist.id)?.picture;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {picture ? (
        <img
          src={picture.jpeg}
          alt=""
          className="size-7 shrink-0 rounded-full border-2 bg-sand object-cover"
          style={{ borderColor: colourOf(stylist) }}
        />
      ) : (
        <StylistChip stylist={stylist} className="size-7 text-xs" />
      )}
      <span className="min-w-0 truncate" title={stylistName(stylist)}>
        {stylistName(stylist)}
      </span>
    </span>
  );
}

/** Seven days side by side. */
function WeekView({
  calendar,
  dates,
  isPhone,
  now,
  hours,
  past,
  grid,
}: ViewProps & { dates: readonly SalonDate[] }) {
  const { stylist } = useShownStylist(calendar, isPhone);
  const { days, ...drawn } = useGrid(calendar, dates.join(), past?.marks, stylist?.id ?? 'all');
  return (
    <TimeGrid
      label="Week"
      {...drawn}
      now={now}
      {...grid}
      head={(column) => {
        const day = days.find(({ date }) => date === column.date);
        if (!day) return null;
        const isToday = day.date === now.date;
        if (hours) return <DayHead day={day} isToday={isToday} actions={hours} />;
        return (
          <PastDayHead day={day} isToday={isToday} at={past?.at} difference={past?.ofDays.get(day.date)} />
        );
      }}
    />
  );
}
