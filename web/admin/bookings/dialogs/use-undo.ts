import type { ToldChange } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { Command, CommandAnswer } from '../../data/command.ts';
import { useCommand } from '../../data/use-command.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toldText } from '../booking-text.ts';

/** A function that reports a change of an appointment in a toast, from which staff can undo it for a while. */
export function useUndo<Input, Answer extends CommandAnswer>({
  command,
  input,
  failed,
  undoneToast,
}: {
  /** The command that undoes the change, with its input. */
  command: Command<Input, Answer>;
  input: Input;
  /** The toast's title if undoing fails. */
  failed: string;
  /** Title and text of the toast once it is undone. `notified`: a message about the change was queued. */
  undoneToast: (answer: Answer, notified: boolean) => [title: string, text: string];
}) {
  const momentText = useMomentText();
  const { send } = useCommand(command);
  async function undo({ version, notified }: ToldChange) {
    try {
      toastSuccess(...undoneToast(await send(input, version), notified));
    } catch (error) {
      toastFailure(error, failed);
    }
  }
  return (title: string, text: string, change: ToldChange, message: string | null) =>
    toastSuccess(title, text + toldText(change, message, momentText), {
      label: 'Undo',
      onClick: () => undo(change),
    });
}
