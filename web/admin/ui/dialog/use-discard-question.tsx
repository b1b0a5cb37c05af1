import { type ReactNode, useState } from 'react';
import { useAskBeforeBack, useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before unsaved input is discarded, also on the browser's Back and on a reload.
 *
 * - `leave` closes the form, or asks first
 * - `question` must be rendered within the form's dialog
 */
export function useDiscardQuestion({
  title,
  isTouched,
  onClose,
}: {
  title: string;
  /** Whether there is unsaved input. */
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
