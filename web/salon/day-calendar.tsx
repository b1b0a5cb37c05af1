import { lastBookableDate, type SalonDate } from '../../src/salon/salon-time.ts';
import { Calendar, type DayMark } from '../ui/calendar.tsx';
import { LoadError } from '../ui/loading/load-error.tsx';
import type { useQuery } from '../ui/query/use-query.ts';
import { useReloadWhenOnline } from '../ui/query/use-reload-when-online.ts';

type Days = ReadonlyMap<SalonDate, DayMark>;

/** Selects a day that can be booked, also while the days' marks are loading or couldn't be loaded. */
export function DayCalendar({
  days,
  value,
  onChoose,
  today,
  own,
}: {
  days: ReturnType<typeof useQuery<Days>>;
  value: SalonDate | null;
  onChoose: (date: SalonDate) => void;
  today: SalonDate;
  /** The day of the visitor's own appointment. */
  own?: SalonDate;
}) {
  useReloadWhenOnline(days);
  return (
    <>
      <div aria-busy={days.status === 'loading'}>
        <Calendar
          value={value}
          onChoose={onChoose}
          today={today}
          last={lastBookableDate(today)}
          marks={days.status === 'ready' ? days.data : null}
          own={own}
        />
      </div>
      {days.status === 'failed' ? (
        // Instead of the legend, which says that days without a mark are closed.
        <div className="mt-4">
          <LoadError onRetry={days.reload}>The free days couldn’t be loaded.</LoadError>
        </div>
      ) : (
        <CalendarLegend own={own !== undefined} isLoading={days.status === 'loading'} />
      )}
    </>
  );
}

/**
 * The meaning of the calendar's marks. Screen readers do without, since each day's name says it. While the marks load, it says so in
 * the same place, so that nothing moves.
 */
function CalendarLegend({
  own,
  isLoading,
}: {
  /** Whether the calendar marks the day of an appointment. */
  own: boolean;
  isLoading: boolean;
}) {
  return (
    <div className="relative mt-4 text-sm text-stone">
      <p role="status" className="absolute inset-0 animate-late">
        {isLoading && 'Loading the free days...'}
      </p>
      <p aria-hidden="true" className={`flex flex-wrap gap-x-5 gap-y-1 ${isLoading ? 'invisible' : ''}`}>
        <span className="flex items-center gap-2">
          <span className="size-1.5 rounded-full bg-brass" /> Free times
        </span>
        <span className="line-through">Fully booked</span>
        <span>Other days: closed</span>
        {own && (
          <span className="flex items-center gap-2">
            <span className="size-4 rounded-sm border border-brass" /> Your appointment
          </span>
        )}
      </p>
    </div>
  );
}
