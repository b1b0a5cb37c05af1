import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { ToldBy } from '../../../../src/contracts/messages/telling.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { Command, CommandAnswer } from '../../data/command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { customerName, toldText } from '../booking-text.ts';
import { type Proposed, useTelling } from '../telling/use-telling.tsx';
import { type OpenedBooking, useBookingChange } from '../use-booking-change.tsx';

type ToldAnswer = CommandAnswer & ToldBy;

/**
 * Changes an appointment from a dialog, and tells the customer. The toast can undo it for a while.
 *
 * - `told` is what the customer is told, for the command
 * - `leave` closes the dialog, or asks first if a text would be lost
 * - `block` and `question` must be rendered in the dialog
 * - all else is explained at `useBookingChange`
 *
 * @param proposed the change; null while it isn't chosen yet, and for one that nobody is told of
 */
export function useToldChange<Input>({
  booking,
  proposed,
  title,
  text,
  isDirty = false,
  onClose,
  ...change
}: {
  command: Command<Input, ToldAnswer>;
  /** The state when the dialog was opened. */
  booking: OpenedBooking & Pick<AdminBooking, 'customer_phone'>;
  proposed: Proposed | null;
  /** The toast's title and text once the change is made. */
  title: string;
  text: string | ((input: Input) => string);
  /** Something else was entered that would be lost. */
  isDirty?: boolean;
  /** The toast's title if it fails. */
  failed: string;
  onClose: () => void;
}) {
  const instantText = useInstantText();
  const { undoButton } = useEventUndo();
  const { told, isTouched, block } = useTelling(booking, proposed);
  const { leave, question } = useDiscardQuestion({
    title: isDirty ? 'Discard these changes?' : 'Discard this message?',
    isTouched: isTouched || isDirty,
    onClose,
  });
  const changing = useBookingChange({ ...change, booking, onDone: tell, onClose });

  function tell(answer: ToldAnswer, input: Input): void {
    const done = typeof text === 'function' ? text(input) : text;
    const isAsked = proposed !== null && told.tell !== undefined;
    const said = toldText(answer, { isAsked, phone: booking.customer_phone }, instantText);
    toastSuccess(title, [customerName(booking), done + said], undoButton('booking', booking.id, answer));
  }

  return { ...changing, told, leave, block, question };
}
