import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { REASON_WORDS } from '../booking-text.ts';

const BY = { customer: 'the customer', staff: 'staff', system: 'the system' } as const;

/** Why, by whom and when the appointment was cancelled. Renders nothing if it isn't. */
export function CancellationNote({
  booking: { cancellation },
}: {
  booking: Pick<AdminBooking, 'cancellation'>;
}) {
  const instantText = useInstantText();
  if (!cancellation) return null;
  const { reason, by, at } = cancellation;
  // A request of theirs that they made themselves says who it was.
  const isTheirOwn = reason === 'customer_request' && by === 'customer';
  return (
    <span className="block pt-1 text-xs text-stone">
      {REASON_WORDS[reason]} · {isTheirOwn ? '' : `by ${BY[by]} on `}
      {instantText(at)}
    </span>
  );
}
