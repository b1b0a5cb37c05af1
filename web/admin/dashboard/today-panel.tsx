import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import type { MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { formatDuration, formatTime, minutesOf } from '../../../src/salon/time-text.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { BookingIcons } from '../bookings/booking-icons.tsx';
import { customerName, servicesText } from '../bookings/booking-text.ts';
import { useUndelivered } from '../bookings/messages/use-undelivered.ts';
import { STATUS_STYLES } from '../bookings/status-style.ts';
import { useIsFresh } from '../data/live/live-store.ts';
import { topicOf } from '../data/topics.ts';
import { DashboardPanel, Nothing, quietLinkClass } from './panel.tsx';

/** How many past appointments stay visible. */
const OVER_SHOWN = 2;

/** Today's appointments in order. Past ones are shaded, and the next one is marked. */
export function Today({
  today,
  total,
  clock,
}: {
  today: Dashboard['today'];
  /** Includes cancelled ones, as does the number above the panel. */
  total: number;
  clock: SalonNow;
}) {
  const { bookings } = today;
  const undelivered = useUndelivered();
  // Determined by the current time, since the server's `next_id` is as old as its answer.
  const next = bookings.find(
    ({ appointment_time, status }) => minutesOf(appointment_time) > clock.minute && status !== 'completed',
  );
  const cancelled = total - bookings.length;
  const nowAt = next ? bookings.indexOf(next) : bookings.length;
  const isOver = ({ appointment_time, duration }: AdminBooking) =>
    minutesOf(appointment_time) + duration <= clock.minute;
  const over = bookings.findIndex((booking) => !isOver(booking));
  const folded = Math.max((over === -1 ? bookings.length : over) - OVER_SHOWN, 0);
  const rowOf = (booking: AdminBooking) => (
    <li key={booking.id}>
      {booking === bookings[nowAt] && <NowLine clock={clock} />}
      <Block
        booking={booking}
        clock={clock}
        isNext={booking.id === next?.id}
        undelivered={undelivered.get(booking.id)}
      />
    </li>
  );
  return (
    <DashboardPanel
      title="Today"
      count={cancelled > 0 ? `${total}, ${cancelled === 1 ? 'one' : cancelled} cancelled` : bookings.length}
      more={
        <Link to={`/admin/appointments?from=${clock.date}&to=${clock.date}`} className={quietLinkClass}>
          All of today
        </Link>
      }
    >
      {bookings.length === 0 ? (
        <Nothing>No appointments today.</Nothing>
      ) : (
        <ol className="space-y-1.5 p-3">
          {folded > 0 && (
            <li>
              <details>
                <summary className="cursor-pointer px-3 py-1.5 text-xs text-stone hover:text-ink pointer-coarse:py-3.5">
                  {folded} earlier
                </summary>
                <ol className="space-y-1.5">{bookings.slice(0, folded).map(rowOf)}</ol>
              </details>
            </li>
          )}
          {bookings.slice(folded).map(rowOf)}
          {nowAt === bookings.length && (
            <li>
              <NowLine clock={clock} />
            </li>
          )}
        </ol>
      )}
    </DashboardPanel>
  );
}

function NowLine({ clock }: { clock: SalonNow }) {
  return (
    <p className="flex items-center gap-2 pb-1.5 text-xs font-medium text-brass tabular-nums">
      Now {formatTime(clock.minute)}
      <span aria-hidden="true" className="h-px flex-1 bg-brass" />
    </p>
  );
}

function Block({
  booking,
  clock,
  isNext,
  undelivered,
}: {
  booking: AdminBooking;
  clock: SalonNow;
  isNext: boolean;
  undelivered: MessageChannel | undefined;
}) {
  const { id, status, appointment_time, duration } = booking;
  const start = minutesOf(appointment_time);
  const isFresh = useIsFresh(topicOf('booking', id));
  const { look, style } = STATUS_STYLES[status];
  return (
    <Link
      to={`/admin?appointment=${id}`}
      style={style}
      className={`flex items-start gap-3 rounded-md border-l-3 px-3 py-2 hover:brightness-97 ${look} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''}`}
    >
      <span className="w-18 shrink-0 tabular-nums">{appointment_time}</span>
      <span className="min-w-0 flex-1">
        <span className="font-semibold wrap-anywhere">{customerName(booking)}</span>
        <BookingIcons booking={booking} undelivered={undelivered} />
        <span className="block text-xs text-stone">
          {servicesText(booking)} · {formatDuration(duration)}
        </span>
      </span>
      <span className="shrink-0 text-right text-xs">
        {isNext ? (
          <span className="font-semibold">Next, in {formatDuration(start - clock.minute)}</span>
        ) : (
          <span className="inline-block text-stone first-letter:uppercase">{status}</span>
        )}
        {isNext && status === 'pending' && <span className="block text-stone">Pending</span>}
      </span>
    </Link>
  );
}
