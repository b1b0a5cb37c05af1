import type { CalendarBooking, CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import { dayAs } from '../../../src/salon/date-text.ts';
import { formatDuration, formatTime } from '../../../src/salon/time-text.ts';
import { customerName, servicesText } from '../bookings/booking-text.ts';
import { shortPrice } from '../bookings/payment-text.ts';
import type { Resource } from '../bookings/stylists/resources.ts';
import { stylistName } from '../data/stylist-name.ts';
import { reasonText } from './plan/calendar-text.ts';

const COLUMNS = ['Time', 'Length', 'Customer', 'Phone', 'Services', 'Notes', 'Amount'];
const cellClass = 'border-b border-line py-1.5 pr-3 text-left align-top last:pr-0';

/** A day for printing, not shown on the screen: a row for each appointment and blocked time, cancelled appointments last. */
export function DaySheet({
  day: { date, blocked, bookings, blocks },
  stylists,
}: {
  day: CalendarDay;
  stylists: readonly Resource[];
}) {
  const isCancelled = ({ status }: CalendarBooking) => status === 'cancelled';
  const [active, cancelled] = [bookings.filter((one) => !isCancelled(one)), bookings.filter(isCancelled)];
  const rows = [
    ...active.map((booking) => ({ start: booking.start, row: rowOf(booking) })),
    ...(blocked ? [] : blocks).map((block) => ({ start: block.start, row: blockRow(block, stylists) })),
  ].sort((one, other) => one.start - other.start);
  return (
    <section aria-label="Day sheet" className="hidden text-xs print:block">
      <h2 className="pb-3 text-lg">{dayAs(date, 'EEEE, MMMM d, yyyy')}</h2>
      {blocked && <p className="pb-2 font-medium">Closed</p>}
      {rows.length + cancelled.length === 0 ? (
        <p>No appointments.</p>
      ) : (
        <table className="w-full border-collapse tabular-nums">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={`${cellClass} font-medium text-stone ${name === 'Notes' ? 'w-1/3' : ''}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.map(({ row }) => row)}</tbody>
          {cancelled.length > 0 && (
            <tbody className="text-stone [&_td]:line-through">
              <tr>
                <th scope="rowgroup" colSpan={COLUMNS.length} className={`${cellClass} pt-4 font-medium`}>
                  Cancelled
                </th>
              </tr>
              {cancelled.map(rowOf)}
            </tbody>
          )}
        </table>
      )}
    </section>
  );
}

const rowOf = (booking: CalendarBooking) => (
  <tr key={booking.id} className="break-inside-avoid">
    <td className={`${cellClass} whitespace-nowrap`}>{formatTime(booking.start)}</td>
    <td className={`${cellClass} whitespace-nowrap`}>{formatDuration(booking.end - booking.start)}</td>
    <td className={cellClass}>
      <span className="font-semibold">{customerName(booking)}</span>
      {booking.stylist && <span className="block">with {stylistName(booking.stylist)}</span>}
      {booking.status === 'pending' && <span className="block">Pending</span>}
    </td>
    <td className={`${cellClass} whitespace-nowrap`}>{booking.customer_phone}</td>
    <td className={cellClass}>{servicesText(booking)}</td>
    <td className={`${cellClass} whitespace-pre-line wrap-anywhere`}>{booking.notes}</td>
    <td className={`${cellClass} whitespace-nowrap`}>{shortPrice(booking)}</td>
  </tr>
);

const blockRow = (
  { id, start, end, reason, resource_id }: CalendarDay['blocks'][number],
  stylists: readonly Resource[],
) => {
  const by = stylists.length > 1 ? stylists.find((one) => one.id === resource_id) : undefined;
  return (
    <tr key={id} className="break-inside-avoid">
      <td className={`${cellClass} whitespace-nowrap`}>{formatTime(start)}</td>
      <td className={`${cellClass} whitespace-nowrap`}>{formatDuration(end - start)}</td>
      <td colSpan={COLUMNS.length - 2} className={`${cellClass} italic`}>
        {reasonText(reason)}
        {by && ` of ${stylistName(by)}`}
      </td>
    </tr>
  );
};
