import { lastBookableDate, type SalonDate } from '../../src/salon/salon-time.ts';
import { Calendar, type DayMark } from '../ui/calendar.tsx';
import { LoadError } from '../ui/load-error.tsx';
import type { useQuery } from '../ui/use-query.ts';
import { useReloadWhenOnline } from '../ui/use-reload-when-online.ts';
import { CalendarLegend } from './calendar-legend.tsx';

type Days = ReadonlyMap<SalonDate, DayMark>;

const NO_MARKS: Days = new Map();

/** Selects a day that can be booked. It does so without the days' marks, too: while they load, and when they couldn't be loaded. */
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
      <Calendar
        value={value}
        onChoose={onChoose}
        today={today}
        min={today}
        max={lastBookableDate(today)}
        marks={days.status === 'ready' ? days.data : NO_MARKS}
        {...(own && { own })}
      />
      {days.status === 'failed' ? (
        // In the legend's place, by which a day without a mark would be closed.
        <div className="mt-4">
          <LoadError onRetry={days.reload}>The free days couldn’t be loaded.</LoadError>
        </div>
      ) : (
        <CalendarLegend own={own !== undefined} />
      )}
    </>
  );
}
