import { AlertDialog } from 'radix-ui';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';

/** A button that asks before it does something. The dialog closes whatever comes of it; a failure is told by the page. */
export function ConfirmButton({
  className,
  label,
  accessibleLabel,
  title,
  question,
  children,
  confirm,
  confirming = confirm,
  keep,
  focusAfter,
  onConfirm,
}: {
  className: string;
  label: string;
  /** When the label alone doesn't tell it from its neighbours. */
  accessibleLabel?: string;
  title: string;
  question: string;
  /** What it is about. */
  children?: ReactNode;
  confirm: string;
  /** Instead of `confirm`, while it is being done. */
  confirming?: string;
  keep: string;
  /** Where the focus goes if it was done and the button is gone then: the first of these that is there. */
  focusAfter?: readonly RefObject<HTMLElement | null>[];
  /** @returns `false` if it failed */
  onConfirm: () => Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const isDone = useRef(false);

  async function run() {
    if (busy) return;
    setBusy(true);
    try {
      isDone.current = (await onConfirm()) !== false;
    } finally {
      setBusy(false);
      setOpen(false);
    }
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger className={className} aria-label={accessibleLabel}>
        {label}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-shade/50" />
        <AlertDialog.Content
          onCloseAutoFocus={(event) => {
            const next = focusAfter?.find(({ current }) => current !== null)?.current;
            if (!isDone.current || !next) return;
            event.preventDefault();
            isDone.current = false;
            next.focus();
          }}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100svh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 space-y-4 overflow-y-auto rounded-md bg-panel p-6 shadow-md sm:p-8"
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-stone">{question}</AlertDialog.Description>
          {children}
          <div className="flex flex-wrap justify-end gap-3 pt-2 max-sm:*:flex-auto">
            <AlertDialog.Cancel className={buttonClass('outline')}>{keep}</AlertDialog.Cancel>
            <button type="button" onClick={run} aria-disabled={busy} className={buttonClass('danger')}>
              {busy ? confirming : confirm}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
