import { Link } from 'react-router-dom';
import type { CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import { withStylist } from '../../../src/salon/stylist-words.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { Callout } from '../../ui/callout.tsx';
import { customerName } from '../bookings/booking-text.ts';
import { dayText } from '../ui/instant-text.ts';
import { countText } from '../ui/number-text.ts';
import { whileOff } from './today/while-off.ts';

/** How many are shown. */
const SHOWN = 3;

/** Shown while somebody who is off has appointments: they have to be handed over or moved. */
export function WhileOffCallout({ days, clock }: { days: readonly CalendarDay[]; clock: SalonNow }) {
  const all = whileOff(days, clock);
  if (all.length === 0) return null;
  return (
    <Callout>
      <p className="text-sm font-medium">
        {countText(all.length, 'appointment')} while {all.length === 1 ? 'its' : 'their'} stylist is off
      </p>
      <ul className="text-sm">
        {all.slice(0, SHOWN).map(({ date, booking }) => (
          <li key={booking.id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={`/admin?appointment=${booking.id}`}
              className="inline-flex min-h-6 items-center underline decoration-brass underline-offset-4 wrap-anywhere pointer-coarse:min-h-11"
            >
              {customerName(booking)}
            </Link>
            <span className="text-stone tabular-nums">
              {dayText(date, clock.date)} · {formatTime(booking.start)} {withStylist(booking.stylist)}
            </span>
          </li>
        ))}
      </ul>
      {all.length > SHOWN && <p className="text-sm text-stone">and {all.length - SHOWN} more</p>}
    </Callout>
  );
}
