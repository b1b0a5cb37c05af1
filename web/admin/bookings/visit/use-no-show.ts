import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { customerName, REASON_WORDS } from '../booking-text.ts';
import { CANCEL_BOOKING } from '../commands.ts';

/** Cancels an appointment whose customer did not come, without telling them. The toast can undo it for a while. */
export function useNoShow() {
  const { send } = useCommand(CANCEL_BOOKING);
  const { undoButton } = useEventUndo();
  return async (booking: Pick<AdminBooking, 'id' | 'version' | 'customer_name'>) => {
    const { id, version } = booking;
    try {
      const answer = await send({ id, reason: 'no_show', message: null }, version);
      toastSuccess(
        'Appointment Cancelled',
        [customerName(booking), `Booking cancelled due to: ${REASON_WORDS.no_show}.`],
        undoButton('booking', id, answer),
      );
    } catch (error) {
      toastFailure(error, 'Failed to cancel booking');
    }
  };
}
