import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import type { Interval } from '../../../src/salon/slots.ts';
import { formatTime, minutesOf } from '../../../src/salon/time-text.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import type { BookingQuestion } from '../bookings/booking-question.ts';
import { useNewBooking } from '../bookings/new/use-new-booking.ts';
import { StylistChoice, StylistTurns, type useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { quietLinkClass } from '../ui/quiet-link.ts';
import { DashboardPanel, Nothing } from './panel.tsx';
import { TakenToday } from './taken-today.tsx';
import { type FreeTime, freeTimes } from './today/free-times.ts';
import { visitsOf } from './today/now-and-next.ts';
import { NowLine } from './today/now-line.tsx';
import { useTodayRows } from './today/use-today-rows.tsx';

/** How many past appointments stay visible. */
const OVER_SHOWN = 2;

/** A row of the list: an appointment, or a free part of the day. */
interface Row extends Interval {
  readonly of: AdminBooking | FreeTime;
}

const isBooking = (of: Row['of']): of is AdminBooking => 'id' in of;

function bookedRow(booking: AdminBooking): Row {
  const start = minutesOf(booking.appointment_time);
  return { of: booking, start, end: start + booking.duration };
}

/** Today's appointments and free times in order. Past ones are shaded, and the next one is marked. */
export function Today({
  dashboard: { today, taken, stats },
  above,
  day,
  shown,
  clock,
  onAsk,
}: {
  dashboard: Pick<Dashboard, 'today' | 'taken' | 'stats'>;
  /** The ids of the appointments that stand above the list. */
  above: readonly string[];
  /** The same day in the calendar; undefined if it couldn't be loaded. */
  day: CalendarDay | undefined;
  /** The stylist whose appointments are shown. */
  shown: ReturnType<typeof useShownStylist>;
  clock: SalonNow;
  onAsk: (question: BookingQuestion) => void;
}) {
  const { stylist } = shown;
  const isTeam = shown.stylists.length > 0;
  const isPhone = useMedia(PHONE);
  const bookings = visitsOf(stylist?.id, today.bookings);
  const show = useTodayRows(bookings, clock, onAsk);
  const { beginWalkIn } = useNewBooking();
  // Of all stylists there would be more free time than appointments.
  const free = day && (stylist || !isTeam) ? freeTimes(day, clock.minute, stylist?.id) : [];
  const rows: Row[] = [
    ...bookings.map(bookedRow),
    ...free.map((time) => ({ of: time, start: time.start, end: time.end })),
  ].sort((a, b) => a.start - b.start);
  // Cancelled ones are in the number that the dashboard shows, too.
  const total = stylist ? bookings.length : stats.todays_bookings;
  const cancelled = total - bookings.length;
  const isOver = ({ end }: Row) => end <= clock.minute;
  // The line goes through an appointment that is under way, and else between two rows.
  const isNow = ({ of, start, end }: Row) => isBooking(of) && start <= clock.minute && clock.minute < end;
  const firstLater = rows.findIndex((row) => !isOver(row));
  const later = firstLater === -1 ? rows.length : firstLater;
  const lineAt = rows.some(isNow) ? undefined : later;
  // An appointment that still has to be completed stays in sight.
  const firstOpen = rows.findIndex(({ of }) => isBooking(of) && of.status !== 'completed');
  const folded = Math.max(Math.min(later - OVER_SHOWN, firstOpen === -1 ? later : firstOpen), 0);
  const item = (row: Row, index: number) => (
    <li key={isBooking(row.of) ? row.of.id : `free ${row.end}`}>
      {index === lineAt && <NowLine clock={clock} />}
      {isBooking(row.of) ? (
        show(row.of, above.includes(row.of.id) ? 'bare' : 'row')
      ) : (
        <FreeRow free={row.of} clock={clock} stylistId={stylist?.id} />
      )}
    </li>
  );
  return (
    <DashboardPanel
      title="Today"
      count={cancelled > 0 ? `${total}, ${cancelled === 1 ? 'one' : cancelled} cancelled` : bookings.length}
      more={
        <span className="flex gap-4">
          <button type="button" onClick={() => beginWalkIn()} className={`max-md:hidden ${quietLinkClass}`}>
            Walk-in
          </button>
          <Link to={`/admin/appointments?from=${clock.date}&to=${clock.date}`} className={quietLinkClass}>
            All of today
          </Link>
        </span>
      }
    >
      {isTeam && (
        <div className="px-3 pt-3">
          {isPhone ? <StylistTurns {...shown} /> : <StylistChoice {...shown} />}
        </div>
      )}
      {bookings.length === 0 && <Nothing>No appointments today.</Nothing>}
      {rows.length > 0 && (
        <ol className="space-y-1.5 p-3">
          {folded > 0 && (
            <li>
              <details>
                <summary className="cursor-pointer px-3 py-1.5 text-xs text-stone hover:text-ink pointer-coarse:py-3.5">
                  {folded} earlier
                </summary>
                <ol className="space-y-1.5">{rows.slice(0, folded).map(item)}</ol>
              </details>
            </li>
          )}
          {rows.slice(folded).map((row, index) => item(row, index + folded))}
          {lineAt === rows.length && (
            <li>
              <NowLine clock={clock} />
            </li>
          )}
        </ol>
      )}
      {!stylist && <TakenToday taken={taken} today={today} />}
    </DashboardPanel>
  );
}

/** A free part of today, which opens the dialog for a new booking there. */
function FreeRow({
  free: { start, end, bookable },
  clock,
  stylistId,
}: {
  free: FreeTime;
  clock: SalonNow;
  /** The stylist whose time it is; undefined where the salon is no team. */
  stylistId: string | undefined;
}) {
  const { begin } = useNewBooking();
  return (
    <button
      type="button"
      onClick={() => begin({ date: clock.date, time: formatTime(bookable), stylistId })}
      className="flex min-h-8 w-full items-center gap-2 rounded-md border border-dashed border-stone/40 px-3 text-left text-xs text-stone tabular-nums hover:border-ink hover:text-ink pointer-coarse:min-h-11"
    >
      <Plus aria-hidden="true" className="size-3.5" />
      {formatTime(start)} – {formatTime(end)} free
    </button>
  );
}
