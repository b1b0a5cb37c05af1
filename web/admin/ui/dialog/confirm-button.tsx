import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A button that asks before it does something. */
export function ConfirmButton({
  className,
  label,
  accessibleLabel,
  focusAfter = [],
  onConfirm,
  ...texts
}: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'question' | 'confirm' | 'keep'> & {
  className: string;
  label: string;
  /** When the label alone doesn't tell it from its neighbours. */
  accessibleLabel?: string;
  /** The first of them that is there gets the focus once it is done, since the button may be gone by then. */
  focusAfter?: readonly RefObject<HTMLElement | null>[];
  /** @returns `false` if it wasn't done, which the page explains */
  onConfirm: () => Promise<unknown>;
}) {
  const [isAsking, setAsking] = useState(false);
  const isDone = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={accessibleLabel}
        aria-haspopup="dialog"
        aria-expanded={isAsking}
        onClick={() => setAsking(true)}
        className={className}
      >
        {label}
      </button>
      {isAsking && (
        <ConfirmDialog
          {...texts}
          onConfirm={async () => {
            isDone.current = (await onConfirm()) !== false;
          }}
          onClose={() => setAsking(false)}
          onClosed={() => {
            const next = isDone.current ? focusAfter.find(({ current }) => current) : undefined;
            isDone.current = false;
            (next ?? button).current?.focus();
          }}
        />
      )}
    </>
  );
}
