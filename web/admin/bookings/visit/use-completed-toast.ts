import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CompletedBooking } from '../../../../src/contracts/bookings/complete-booking.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useMay } from '../../data/role.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName } from '../booking-text.ts';
import { abilitiesOf } from '../commands.ts';
import { useNewBooking } from '../new/use-new-booking.ts';
import { paidText, paymentAction } from '../payment-text.ts';

/** A function that reports a completion in a toast. For a while, it can be undone or corrected there, and the services booked again. */
export function useCompletedToast(onAsk: (question: BookingQuestion) => void) {
  const { undoButton } = useEventUndo();
  const { bookAgain } = useNewBooking();
  const may = useMay();
  return (completed: AdminBooking, answer: Pick<CompletedBooking, 'position' | 'free_from'>) =>
    toastSuccess(
      `Booking ${completed.status} successfully`,
      [
        `${customerName(completed)} · ${paidText(completed)}`,
        ...(answer.free_from ? [`Finished early: free from ${answer.free_from}`] : []),
      ],
      undoButton('booking', completed.id, answer),
      { label: paymentAction(completed), onClick: () => onAsk({ about: 'complete', booking: completed }) },
      abilitiesOf(completed, may).canBookAgain
        ? { label: 'Book again', onClick: () => bookAgain(completed.id) }
        : undefined,
    );
}
