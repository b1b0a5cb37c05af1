import { Link } from 'react-router-dom';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { whenText } from '../bookings/booking-text.ts';
import { BOOKING } from '../bookings/queries.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { RESEND } from './commands.ts';
import { customerOf } from './message-row-text.ts';

/** Asks before a message is sent again. The new one describes the appointment as it is now. */
export function ResendDialog({ message, onClose }: { message: AdminMessage; onClose: () => void }) {
  const resend = useCommand(RESEND);
  const today = useSalonToday();
  const { appointment, booking_id, channel, status } = message;
  // The contact may have been corrected since the message was sent.
  const { data: booking } = useAdminQuery(BOOKING, booking_id);
  const [kind, place, contact] =
    channel === 'email'
      ? ['mail', 'address', booking?.customer_email]
      : ['text', 'number', booking?.customer_phone];
  const when = appointment ? ` on ${whenText(appointment, today)}` : '';
  return (
    <ConfirmDialog
      title={`Send again to ${customerOf(message)}?`}
      question={`A new ${kind} about the appointment${when}, as it is now, goes to ${contact ?? `its ${place}`}.`}
      confirm="Send again"
      keep="Leave it"
      look="primary"
      failed="The message could not be sent again"
      onConfirm={async () => {
        await resend.send(message);
        toastSuccess('Message will be sent again');
      }}
      onClose={onClose}
    >
      {status === 'failed' && (
        <p className="text-stone">
          If that is wrong,{' '}
          <Link
            to={`/admin/appointments/${booking_id}`}
            className="underline decoration-brass underline-offset-4"
          >
            correct the {place}
          </Link>{' '}
          first.
        </p>
      )}
      {status === 'unknown' && (
        <p className="text-stone">Nobody knows whether the first one arrived, so the customer may get two.</p>
      )}
    </ConfirmDialog>
  );
}
