import { Link } from 'react-router-dom';
import type { CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { Callout } from '../../ui/callout.tsx';
import { customerName, whenText } from '../bookings/booking-text.ts';
import { countText } from '../ui/number-text.ts';
import type { LeftBehind } from './today/left-behind.ts';
import { whileOff } from './today/while-off.ts';

/** How many are shown. */
const SHOWN = 3;

/** Shown while somebody who is off or has left has appointments: they have to be handed over or moved. */
export function WhileOffCallout({
  days,
  leftBehind,
  clock,
}: {
  days: readonly CalendarDay[];
  leftBehind: readonly LeftBehind[];
  clock: SalonNow;
}) {
  const { total, first } = whileOff(days, leftBehind, clock);
  if (total === 0) return null;
  return (
    <Callout>
      <p className="text-sm font-medium">
        {countText(total, 'appointment')} whose stylist is off or has left
      </p>
      <ul className="text-sm">
        {first.slice(0, SHOWN).map((booking) => (
          <li key={booking.id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={`/admin?appointment=${booking.id}`}
              className="inline-flex min-h-6 items-center underline decoration-brass underline-offset-4 wrap-anywhere pointer-coarse:min-h-11"
            >
              {customerName(booking)}
            </Link>
            <span className="text-stone tabular-nums">{whenText(booking, clock.date)}</span>
          </li>
        ))}
      </ul>
      {total > SHOWN && <p className="text-sm text-stone">and {total - SHOWN} more</p>}
    </Callout>
  );
}
