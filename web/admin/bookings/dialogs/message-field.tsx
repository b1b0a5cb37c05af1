import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import { BOOKING } from '../queries.ts';

/** The question before a text that staff have written is discarded. */
export const DISCARD = 'Discard this text message?';

/** The field for a text message to the customer. Renders nothing if they haven't agreed to texts. */
export function MessageField({
  booking: { id, sms_consent },
  value,
  onChange,
}: {
  booking: AdminBooking;
  value: string;
  onChange: (message: string) => void;
}) {
  const { data } = useAdminQuery(BOOKING, id);
  if (data?.opted_out)
    return <p className="text-stone">The customer has opted out of text messages by texting STOP.</p>;
  if (!sms_consent) return <p className="text-stone">The customer hasn’t agreed to text messages.</p>;
  return (
    <TextMessageArea
      label="SMS message"
      hint="Leave empty to skip sending a notification."
      rows={4}
      value={value}
      onChange={onChange}
    />
  );
}
