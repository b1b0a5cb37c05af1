import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { CommandAnswer } from '../../data/command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName } from '../booking-text.ts';
import { useNewBooking } from '../new/use-new-booking.ts';
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
