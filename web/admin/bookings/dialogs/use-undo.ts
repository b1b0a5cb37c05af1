import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { CommandAnswer } from '../../data/command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { patchesOf } from '../booking-patches.ts';
import { customerName, toldText } from '../booking-text.ts';
import type { Change } from '../calendar-patches.ts';
import type { Told } from './tell-customer.tsx';

/** A function that reports a change of an appointment in a toast, from which staff can undo it for a while. */
export function useUndo() {
  const momentText = useMomentText();
  const { undoButton } = useEventUndo();
  return (
    { id, ...customer }: Pick<AdminBooking, 'id' | 'customer_name' | 'customer_phone'>,
    title: string,
    text: string,
    answer: Parameters<typeof toldText>[0] & Pick<CommandAnswer, 'position'>,
    { message, notify }: Told,
    change?: NonNullable<Change>,
  ) =>
    toastSuccess(
      title,
      [
        customerName(customer),
        text +
          toldText(
            answer,
            { isAsked: message !== null || notify === true, phone: customer.customer_phone },
            momentText,
          ),
      ],
      undoButton('booking', id, answer, change && patchesOf(id, change)),
    );
}
