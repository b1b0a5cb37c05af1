import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { type CalendarDay, hoursOf } from '../../../src/contracts/bookings/calendar.ts';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { addSalonDays, type SalonDate } from '../../../src/salon/salon-time.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import type { BookingQuestion } from '../bookings/booking-question.ts';
import { customerName, whenText } from '../bookings/booking-text.ts';
import type { useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { nowAndNext, visitsOf } from './today/now-and-next.ts';
import { useTodayRows } from './today/use-today-rows.tsx';

/** Shows the customers in the chair and the next one: on a phone's first screen, whatever else there is. */
export function NowAndNext({
  dashboard: { today, after_today },
  day,
  shown: { stylist },
  clock,
  onAsk,
}: {
  dashboard: Pick<Dashboard, 'today' | 'after_today'>;
  /** The same day in the calendar; undefined if it couldn't be loaded. */
  day: CalendarDay | undefined;
  shown: Pick<ReturnType<typeof useShownStylist>, 'stylist'>;
  clock: SalonNow;
  onAsk: (question: BookingQuestion) => void;
}) {
  const bookings = visitsOf(stylist?.id, today.bookings);
  const [then] = visitsOf(stylist?.id, after_today ? [after_today] : []);
  const { underWay, next, both } = nowAndNext(bookings, clock.minute);
  const show = useTodayRows(bookings, clock, onAsk);
  const hours = day && hoursOf(day, stylist?.id);
  const isClosed = day !== undefined && (day.blocked || hours?.length === 0);
  const isEmpty = bookings.length === 0;
  // The list below says that nobody has booked.
  if (isEmpty && !isClosed && !then) return null;
  return (
    <section aria-label="Now and next" className="space-y-2 text-sm">
      {underWay.length === 0 && !isEmpty && <p className="text-stone">Nobody is in the chair.</p>}
      {both.length > 0 && (
        <ul className="space-y-1">
          {both.map((booking) => (
            <li key={booking.id}>{show(booking, 'card')}</li>
          ))}
        </ul>
      )}
      {!next && (
        <p className="text-stone">
          {isEmpty ? (isClosed ? 'Closed today' : 'Nobody today') : 'Nobody else today'}
          {then ? <Then booking={then} today={clock.date} /> : '.'}
        </p>
      )}
    </section>
  );
}

/** The first appointment after today. */
function Then({ booking, today }: { booking: AdminBooking; today: SalonDate }) {
  const { id, appointment_date, appointment_time } = booking;
  const isTomorrow = appointment_date === addSalonDays(today, 1);
  return (
    <>
      {'; '}
      {isTomorrow ? `tomorrow ${appointment_time}` : whenText(booking, today)}{' '}
      <Link
        to={`/admin?appointment=${id}`}
        className="inline-flex items-center font-medium text-ink underline decoration-brass underline-offset-4 pointer-coarse:min-h-11"
      >
        {customerName(booking)}
      </Link>
    </>
  );
}
