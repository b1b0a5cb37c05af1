import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { CommandAnswer } from '../../data/command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { patchesOf } from '../booking-patches.ts';
import { toldText } from '../booking-text.ts';
import type { Change } from '../calendar-patches.ts';

/** A function that reports a change of an appointment in a toast, from which staff can undo it for a while. */
export function useUndo() {
  const momentText = useMomentText();
  const { undoButton } = useEventUndo();
  return (
    { id }: { readonly id: string },
    title: string,
    text: string,
    answer: Parameters<typeof toldText>[0] & Pick<CommandAnswer, 'position'>,
    message: string | null,
    change?: NonNullable<Change>,
  ) =>
    toastSuccess(
      title,
      text + toldText(answer, message, momentText),
      undoButton('booking', id, answer, change && patchesOf(id, change)),
    );
}
