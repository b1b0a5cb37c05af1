import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { StatusBadge } from '../../salon/status-badge.tsx';
import { customerName, listedWhen, servicesText } from '../bookings/booking-text.ts';
import { useMay } from '../data/role.ts';
import { quietLinkClass } from '../ui/quiet-link.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';
import { DashboardPanel, Nothing } from './panel.tsx';

/** The newest bookings, by when they were made. */
export function Recent({ bookings }: { bookings: readonly AdminBooking[] }) {
  const seesActivity = useMay()('owners');
  return (
    <DashboardPanel
      title="Recent bookings"
      more={
        <span className="flex flex-wrap gap-x-4">
          {seesActivity && (
            <Link to="/admin/activity" className={quietLinkClass}>
              All activity
            </Link>
          )}
          <Link to="/admin/appointments" className={quietLinkClass}>
            All appointments
          </Link>
        </span>
      }
    >
      {bookings.length === 0 ? (
        <Nothing>No bookings yet.</Nothing>
      ) : (
        <ul className="divide-y divide-line">
          {bookings.map((booking) => (
            <li key={booking.id} className="relative flex items-center gap-3 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate">
                  <Link
                    to={`/admin?appointment=${booking.id}`}
                    className={`font-medium underline-offset-4 hover:underline ${rowLinkClass}`}
                  >
                    {customerName(booking)}
                  </Link>
                </p>
                <p className="truncate text-xs text-stone tabular-nums">
                  {listedWhen(booking)} · {servicesText(booking)}
                </p>
              </div>
              <StatusBadge status={booking.status} compact />
            </li>
          ))}
        </ul>
      )}
    </DashboardPanel>
  );
}
