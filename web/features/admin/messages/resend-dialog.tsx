import type { AdminMessage } from '../../../../src/contracts/messages.ts';
import { whenText } from '../../../admin/bookings/words.ts';
import { useCommand } from '../../../admin/server/use-command.ts';
import { ConfirmDialog } from '../../../admin/ui/confirm-dialog.tsx';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { RESEND } from './server.ts';
import { aboutOf, toText } from './words.ts';

/** Asks before a message is sent again; it tells the appointment as it is by now. */
export function ResendDialog({ message, onClose }: { message: AdminMessage; onClose: () => void }) {
  const resend = useCommand(RESEND);
  const today = useSalonToday();
  const { appointment, channel, to, status } = message;
  const [kind, place] = channel === 'email' ? ['mail', 'its address'] : ['text', 'its number'];
  const when = appointment ? ` on ${whenText(appointment, today)}` : '';
  return (
    <ConfirmDialog
      title={`Send again to ${aboutOf(message)}?`}
      question={`A new ${kind} about the appointment${when}, as it is now, goes to ${to ? toText(message) : place}.`}
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
      {status === 'unknown' && (
        <p className="text-stone">Nobody knows whether the first one arrived, so the customer may get two.</p>
      )}
    </ConfirmDialog>
  );
}
