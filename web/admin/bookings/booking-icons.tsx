import { MessageSquareOff, MessageSquareWarning, StickyNote } from 'lucide-react';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { notDelivered } from './messages/message-text.ts';

const iconClass = 'ml-1.5 inline size-3.5';

/** Icons with what staff should notice about an appointment. Each has a text for screen readers. */
export function BookingIcons({
  booking: { notes, sms_consent, status },
  undelivered,
}: {
  booking: Pick<AdminBooking, 'notes' | 'sms_consent' | 'status'>;
  /** The channel of the last message about it, if that did not reach the customer. */
  undelivered: MessageChannel | undefined;
}) {
  const isOver = status === 'cancelled' || status === 'completed';
  return (
    <>
      {undelivered && (
        <span title={notDelivered(undelivered)}>
          <MessageSquareWarning aria-hidden="true" className={`${iconClass} text-bad`} />
          <span className="sr-only">, {notDelivered(undelivered).toLowerCase()}</span>
        </span>
      )}
      {notes !== null && (
        <span title="Has a note">
          <StickyNote aria-hidden="true" className={`${iconClass} text-stone`} />
          <span className="sr-only">, has a note</span>
        </span>
      )}
      {!sms_consent && !isOver && (
        <span title="No text messages">
          <MessageSquareOff aria-hidden="true" className={`${iconClass} text-stone`} />
          <span className="sr-only">, no text messages</span>
        </span>
      )}
    </>
  );
}
