import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { REASON_WORDS } from '../booking-text.ts';

const BY = { customer: 'the customer', staff: 'staff', system: 'the system' } as const;

/** Why, by whom and when the appointment was cancelled. Renders nothing if it isn't. */
export function CancellationNote({
  booking: { cancellation },
}: {
  booking: Pick<AdminBooking, 'cancellation'>;
}) {
  const momentText = useMomentText();
  if (!cancellation) return null;
  return (
    <span className="block pt-1 text-xs text-stone">
      {REASON_WORDS[cancellation.reason]} · by {BY[cancellation.by]} on {momentText(cancellation.at)}
    </span>
  );
}
