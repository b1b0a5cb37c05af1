import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { customerName, toldText, whenText } from '../booking-text.ts';
import { DELETE_BOOKING, REINSTATE_BOOKING } from '../commands.ts';
import { BOOKING } from '../queries.ts';
import { useTelling } from '../telling/use-telling.tsx';

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

/** Asks before a cancellation is undone, and how the customer is told. */
export function ReinstateDialog({ booking: opened, onClose }: Question) {
  const booking = useCurrent(opened);
  const reinstate = useCommand(REINSTATE_BOOKING);
  const today = useSalonToday();
  const instantText = useInstantText();
  const gone = useTeam().stylists.find(({ id, active }) => id === booking.stylist?.id && !active);
  const { told, isTouched, block } = useTelling(booking, { id: booking.id, kind: 'reinstated' });
  const { leave, question } = useDiscardQuestion({ title: 'Discard this message?', isTouched, onClose });
  return (
    <ConfirmDialog
      title={`Restore ${customerName(booking)} · ${whenText(booking, today)}?`}
      question="The cancellation is undone, if the time is still free."
      confirm="Restore Appointment"
      keep="Leave it cancelled"
      look="primary"
      onConfirm={async () => {
        const { id, appointment_date, appointment_time, version, customer_phone } = booking;
        const answer = await reinstate.send({ id, appointment_date, appointment_time, ...told }, version);
        const said = toldText(
          answer,
          { isAsked: told.tell !== undefined, phone: customer_phone },
          instantText,
        );
        toastSuccess('Appointment Restored', [customerName(booking), `It is ${answer.status} again.${said}`]);
      }}
      onClose={onClose}
      onLeave={leave}
    >
      {gone && (
        <p className="pb-3 text-warn">
          {stylistName(gone)} takes no appointments any more. Please hand it over once it is restored.
        </p>
      )}
      {block}
      {question}
    </ConfirmDialog>
  );
}
