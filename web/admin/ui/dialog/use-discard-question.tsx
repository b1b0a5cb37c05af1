import { type ReactNode, useState } from 'react';
import { useAskBeforeBack, useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before a form is left with what was entered in it, also when somebody goes back or loads the page again.
 *
 * - `leave` closes the form, or asks first
 * - `question` is to be shown within it
 */
export function useDiscardQuestion({
  title,
  isTouched,
  onClose,
}: {
  title: string;
  /** Something would be lost. */
  isTouched: boolean;
  onClose: () => void;
}): { leave: () => void; question: ReactNode } {
  const [isAsked, setAsked] = useState(false);
  useAskBeforeUnload(isTouched);
  useAskBeforeBack(isTouched, () => setAsked(true));
  const question = isAsked && (
    <ConfirmDialog
      title={title}
      question="What you entered is not saved."
      confirm="Discard"
      keep="Keep editing"
      onConfirm={async () => onClose()}
      onClose={() => setAsked(false)}
    />
  );
  return { leave: () => (isTouched ? setAsked(true) : onClose()), question };
}
