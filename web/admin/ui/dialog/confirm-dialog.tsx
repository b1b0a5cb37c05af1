import { AlertDialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../api.ts';
import { Callout } from '../../../ui/callout.tsx';
import { dismissError, toastError } from '../../../ui/toast/toast.tsx';
import { AdminButton, adminButtonClass } from '../button.tsx';
import { commandFailure } from '../toast-failure.ts';
import { boxClass, overlayClass } from './dialog.tsx';
import { keepToastsOff, noteToasts } from './keep-toasts-off.ts';
import { usePressCover } from './use-press-cover.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Asks before an important action. On a failure it stays open, and shows the reason in the dialog and in a toast. */
export function ConfirmDialog({
  title,
  question,
  children,
  confirm,
  keep = 'Cancel',
  look = 'danger',
  failed,
  onConfirm,
  onClose,
  onLeave = onClose,
  onClosed,
}: {
  title: string;
  question: ReactNode;
  /** Additional content or fields. */
  children?: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  keep?: string;
  look?: 'danger' | 'primary';
  /** The text for a failure about which the server has sent none. */
  failed?: string;
  /** The dialog closes when this resolves. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Called in the place of `onClose` where somebody closes it unconfirmed. It may keep it open. */
  onLeave?: () => void;
  /** Returns the focus, if the element that had it may be gone by then. */
  onClosed?: () => void;
}) {
  const returnFocus = useReturnFocus(onClosed);
  const cover = usePressCover();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function run() {
    setBusy(true);
    setFailure(null);
    dismissError();
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      const why = (error instanceof ApiError ? undefined : failed) ?? commandFailure(error);
      setFailure(why);
      toastError('Error', why);
      setBusy(false);
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onLeave()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay {...cover} className={overlayClass} />
        <AlertDialog.Content
          {...cover}
          ref={noteToasts}
          onCloseAutoFocus={returnFocus}
          className={`${boxClass} sm:max-w-md`}
        >
          <div className="min-h-0 flex-1 space-y-3 overflow-y-auto p-5">
            <AlertDialog.Title className="font-sans text-base leading-6 font-semibold tracking-normal">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-stone">{question}</AlertDialog.Description>
            {children}
            {failure && <Callout tone="error">{failure}</Callout>}
          </div>
          <div
            ref={keepToastsOff}
            className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:flex-auto"
          >
            <AlertDialog.Cancel aria-disabled={busy || undefined} className={adminButtonClass('outline')}>
              {keep}
            </AlertDialog.Cancel>
            <AdminButton look={look} busy={busy} onClick={run}>
              {confirm}
            </AdminButton>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
