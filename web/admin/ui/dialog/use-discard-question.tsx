import { type ReactNode, useState } from 'react';
import { useAskBeforeLeaving, useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before unsaved input is discarded, also on the way to another screen, on the browser's Back and on a reload.
 *
 * - `leave` closes the form, or asks first
 * - `question` must be rendered with the form, within its dialog if it has one
 */
export function useDiscardQuestion({
  title = '',
  isTouched,
  parameter,
  onClose,
}: {
  title: string | undefined;
  /** Whether there is unsaved input. */
  isTouched: boolean;
  /** The parameter of the address that says what is edited, if one does. */
  parameter?: string;
  onClose: () => void;
}): { leave: () => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ readonly goOn?: () => void } | null>(null);
  useAskBeforeUnload(isTouched);
  useAskBeforeLeaving(isTouched, (goOn) => setAsked({ goOn }), parameter);
  const question = asked && (
    <ConfirmDialog
      title={title}
      question="Your entries are not saved."
      confirm="Discard"
      keep="Keep editing"
      onConfirm={async () => {
        onClose();
        asked.goOn?.();
      }}
      onClose={() => setAsked(null)}
    />
  );
  return { leave: () => (isTouched ? setAsked({}) : onClose()), question };
}
