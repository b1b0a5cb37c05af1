import type { AdminBooking, AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { SendingState } from '../../../../src/contracts/messages/messages.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { customerName, whenText } from '../booking-text.ts';
import { DELETE_BOOKING, REINSTATE_BOOKING } from '../commands.ts';
import { callInstead } from '../messages/no-texts.ts';
import { reachedBy, reachOf } from '../messages/reach.ts';
import { SENDING } from '../messages/sending.ts';
import { BOOKING } from '../queries.ts';

interface Question {
  readonly booking: AdminBooking;
  readonly onClose: () => void;
}

/** The appointment's current state. After a refusal because somebody else changed it, the button acts on that state, which is shown by then. */
const useCurrent = (opened: AdminBooking): AdminBooking => useAdminQuery(BOOKING, opened.id).data ?? opened;

/** Asks before an appointment is deleted for good. */
export function DeleteDialog({ booking: opened, onClose, onDeleted }: Question & { onDeleted: () => void }) {
  const booking = useCurrent(opened);
  const remove = useCommand(DELETE_BOOKING);
  const today = useSalonToday();
  return (
    <ConfirmDialog
      title={`Delete ${customerName(booking)} · ${whenText(booking, today)}?`}
      question="Are you sure you want to permanently delete this booking? This action cannot be undone."
      confirm="Delete Booking"
      keep="Keep Booking"
      failed="Failed to delete booking. You may need admin permissions."
      onConfirm={async () => {
        await remove.send({ id: booking.id }, booking.version);
        onDeleted();
        toastSuccess('Booking Deleted', customerName(booking));
      }}
      onClose={onClose}
    >
      {booking.status !== 'cancelled' && (
        <p className="text-stone">
          To give the time to others and keep the appointment in the books, cancel it instead.
        </p>
      )}
    </ConfirmDialog>
  );
}

const BY = { sms: 'by text message', email: 'by mail' };

/** How the customer is told. One who wasn't notified of the cancellation needs no message; it goes by the ways in which they were. */
function toldText(booking: AdminBookingDetails, sending: SendingState): string {
  const { customer_phone, cancellation, has_started } = booking;
  const reach = reachOf(booking, sending, has_started);
  const ways = reachedBy(reach).map((channel) => BY[channel]);
  const isSure = cancellation?.by === 'customer';
  if (ways.length > 0)
    return ` The customer will be told ${ways.join(isSure ? ' and ' : ' or ')}${isSure ? '' : ' if they may have heard of the cancellation'}.`;
  const off = reach.sms.why ? !reach.email.why && reach.email.off : reach.sms.off;
  return off ? ` ${callInstead(off, customer_phone)}` : '';
}

/** Asks before a cancellation is undone, and says how the customer is told. */
export function ReinstateDialog({ booking: opened, onClose }: Question) {
  const { data } = useAdminQuery(BOOKING, opened.id);
  const booking = data ?? opened;
  const { data: sending } = useAdminQuery(SENDING, 'now');
  const told = data && sending ? toldText(data, sending) : '';
  const reinstate = useCommand(REINSTATE_BOOKING);
  const today = useSalonToday();
  return (
    <ConfirmDialog
      title={`Restore ${customerName(booking)} · ${whenText(booking, today)}?`}
      question={`The cancellation is undone, if the time is still free.${told}`}
      confirm="Restore Appointment"
      keep="Leave it cancelled"
      look="primary"
      onConfirm={async () => {
        const { status } = await reinstate.send(booking, booking.version);
        toastSuccess('Appointment Restored', [customerName(booking), `It is ${status} again.`]);
      }}
      onClose={onClose}
    />
  );
}
