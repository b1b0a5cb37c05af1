import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { type CalendarDay, hoursOf } from '../../../src/contracts/bookings/calendar.ts';
import { formatTime, minutesOf } from '../../../src/salon/time-text.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { customerName } from '../bookings/booking-text.ts';
import type { Resource } from '../bookings/stylists/resources.ts';
import { StylistChip } from '../bookings/stylists/stylist-chip.tsx';
import { stylistName } from '../data/stylist-name.ts';
import { nowAndNext, visitsOf } from './today/now-and-next.ts';

const headClass = 'px-2 py-1 text-left text-xs font-medium text-stone';

/** The client in the chair of each stylist, and the next one: on a phone's first screen, also for several stylists. */
export function TeamNow({
  bookings,
  stylists,
  day,
  clock,
}: {
  /** Those of today. */
  bookings: readonly AdminBooking[];
  stylists: readonly Resource[];
  /** The same day in the calendar; undefined if it couldn't be loaded. */
  day: CalendarDay | undefined;
  clock: SalonNow;
}) {
  const rows = stylists
    .map((stylist) => ({
      stylist,
      theirs: visitsOf(stylist.id, bookings),
      isOff: day !== undefined && (day.blocked || hoursOf(day, stylist.id).length === 0),
    }))
    .filter(({ theirs, isOff }) => theirs.length > 0 || !isOff);
  // The list below says that nobody has booked.
  if (rows.length === 0) return null;
  return (
    <section aria-label="Now and next" className="rounded-md border border-line bg-panel text-sm">
      <table className="w-full table-fixed">
        <thead>
          <tr>
            <th scope="col" className={`${headClass} w-[30%]`}>
              Stylist
            </th>
            <th scope="col" className={headClass}>
              In the chair
            </th>
            <th scope="col" className={headClass}>
              Next
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map(({ stylist, theirs }) => {
            const { underWay, next } = nowAndNext(theirs, clock.minute);
            return (
              <tr key={stylist.id}>
                <th scope="row" className="px-2 py-1 text-left font-semibold">
                  <span className="flex min-w-0 items-center gap-1.5">
                    <StylistChip stylist={stylist} className="size-5 text-[0.625rem]" />
                    <span className="line-clamp-2 leading-4">{stylistName(stylist)}</span>
                  </span>
                </th>
                <td className="px-2">
                  {underWay.map((booking) => (
                    <Visit key={booking.id} booking={booking} when={`until ${endOf(booking)}`} />
                  ))}
                  {underWay.length === 0 && <Nobody />}
                </td>
                <td className="px-2">
                  {next ? <Visit booking={next} when={next.appointment_time} /> : <Nobody />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const endOf = ({ appointment_time, duration }: AdminBooking) =>
  formatTime(minutesOf(appointment_time) + duration);

const Visit = ({ booking, when }: { booking: AdminBooking; when: string }) => (
  <Link
    to={`/admin?appointment=${booking.id}`}
    className="flex min-h-11 flex-col justify-center leading-4 hover:underline"
  >
    <span className="truncate font-semibold">{customerName(booking)}</span>{' '}
    <span className="truncate text-xs text-stone tabular-nums">{when}</span>
  </Link>
);

const Nobody = () => <span className="text-xs text-stone">Nobody</span>;
