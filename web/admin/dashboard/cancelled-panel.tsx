import { Link } from 'react-router-dom';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { customerName, REASON_WORDS, whenText } from '../bookings/booking-text.ts';
import { useInstantText } from '../ui/instant-text.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';
import { DashboardPanel, Nothing } from './panel.tsx';

/** The words for who cancelled. A customer has none, since customers always cancel by request. */
const BY = { customer: null, staff: 'by staff', system: 'by the system' } as const;

/** The appointments that were cancelled yesterday or today, by whom and why. */
export function Cancelled({ cancelled, today }: { cancelled: Dashboard['cancelled']; today: string }) {
  const instantText = useInstantText();
  const { bookings, total } = cancelled;
  return (
    <DashboardPanel title="Cancelled since yesterday" count={total}>
      {bookings.length === 0 ? (
        <Nothing>Nobody has cancelled.</Nothing>
      ) : (
        <ul className="divide-y divide-line">
          {bookings.map((booking) => (
            <li key={booking.id} className="relative px-4 py-2">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <Link
                  to={`/admin?appointment=${booking.id}`}
                  className={`font-medium underline-offset-4 wrap-anywhere hover:underline ${rowLinkClass}`}
                >
                  {customerName(booking)}
                </Link>
                <s className="text-stone tabular-nums">{whenText(booking, today)}</s>
              </p>
              {booking.cancellation && (
                <p className="text-xs text-stone">
                  {[
                    REASON_WORDS[booking.cancellation.reason],
                    BY[booking.cancellation.by],
                    instantText(booking.cancellation.at),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {total > bookings.length && (
        <p className="border-t border-line px-4 py-2 text-xs text-stone">
          The latest {bookings.length} are shown.
        </p>
      )}
    </DashboardPanel>
  );
}
