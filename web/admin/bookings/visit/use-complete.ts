import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { dollars } from '../../../../src/salon/money.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { CommandAnswer } from '../../data/command.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName } from '../booking-text.ts';
import { COMPLETE_BOOKING } from '../commands.ts';
import { useNewBooking } from '../new/use-new-booking.ts';
import { knownCents } from './paid-cents.ts';
import { paidText } from './payment-text.ts';

/** A function that reports a completion in a toast. For a while, it can be undone or corrected there, and the services booked again. */
export function useCompletedToast(onAsk: (question: BookingQuestion) => void) {
  const { undoButton } = useEventUndo();
  const { bookAgain } = useNewBooking();
  return (completed: AdminBooking, answer: Pick<CommandAnswer, 'position'>) =>
    toastSuccess(
      `Booking ${completed.status} successfully`,
      `${customerName(completed)} · ${paidText(completed)}`,
      undoButton('booking', completed.id, answer),
      { label: 'Change Amount', onClick: () => onAsk({ about: 'complete', booking: completed }) },
      completed.customer_name === null
        ? undefined
        : { label: 'Book again', onClick: () => bookAgain(completed.id) },
    );
}

/** Completes an appointment with what is to be paid, by one press. Where that isn't known, the dialog asks for it. */
export function useComplete(onAsk: (question: BookingQuestion) => void) {
  const { send } = useCommand(COMPLETE_BOOKING);
  const toastCompleted = useCompletedToast(onAsk);
  return async (booking: AdminBooking) => {
    const cents = knownCents(booking);
    if (cents === null) return onAsk({ about: 'complete', booking });
    try {
      const { status, version, position } = await send({ id: booking.id, cents }, booking.version);
      toastCompleted({ ...booking, status, version, total_amount: dollars(cents) }, { position });
    } catch (error) {
      toastFailure(error, 'Failed to update booking status');
    }
  };
}
