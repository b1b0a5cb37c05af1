import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { ControlsWait, useIsWaiting } from '../controls-of.tsx';
import { keepToastsOff, noteToasts } from './keep-toasts-off.ts';
import { usePressCover } from './use-press-cover.ts';
import { useReturnFocus } from './use-return-focus.ts';

const WIDTHS = {
  narrow: 'sm:max-w-md',
  medium: 'sm:max-w-xl',
  /** It has room for many buttons in one row. */
  roomy: 'sm:max-w-2xl',
  wide: 'sm:max-w-3xl',
} as const;

/**
 * Classes of the overlay over the page and of the dialog's box. On a phone the box is at the bottom and leaves room for toasts above,
 * once there was one; elsewhere it is centred.
 */
export const overlayClass = 'fixed inset-0 z-50 bg-shade/40';
export const boxClass =
  'fixed z-50 flex max-h-[calc(100svh-2rem)] flex-col rounded-md border border-line bg-panel text-sm shadow-md outline-none max-sm:inset-x-2 max-sm:bottom-2 max-sm:data-had-toast:max-h-[calc(100svh-10.5rem)] sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:-translate-1/2';

/**
 * A modal dialog, which traps the focus and returns it afterwards. Escape and a press outside call `onClose`, which may keep it
 * open.
 */
export function Dialog({
  title,
  description,
  width = 'medium',
  isReading = false,
  focusesOnTouch = false,
  isSending = false,
  onClose,
  onClosed,
  children,
  footer,
}: {
  title: string;
  /** One line below the title. */
  description?: ReactNode;
  width?: keyof typeof WIDTHS;
  /** Whether a dialog without fields gets the focus itself, so that keys scroll it. */
  isReading?: boolean;
  /** Whether the first field has the focus on touch screens, too: for a dialog that asks for one thing. */
  focusesOnTouch?: boolean;
  /** Whether its command is under way. Until the answer it can't be closed, since nothing would be discarded by that. */
  isSending?: boolean;
  onClose: () => void;
  /** Returns the focus, if the element that had it may be gone by then. */
  onClosed?: () => void;
  children: ReactNode;
  /** The buttons, which stay in view while the rest scrolls. */
  footer?: ReactNode;
}) {
  const returnFocus = useReturnFocus(onClosed);
  const cover = usePressCover();
  const body = useRef<HTMLDivElement>(null);
  const isWaiting = useIsWaiting() || isSending;
  return (
    <Radix.Root open onOpenChange={(open) => !open && !isSending && onClose()}>
      <Radix.Portal>
        <Radix.Overlay {...cover} className={overlayClass} />
        <Radix.Content
          {...cover}
          ref={noteToasts}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (firstField(body.current, focusesOnTouch) ?? (event.currentTarget as HTMLElement)).focus();
          }}
          {...(!description && { 'aria-describedby': undefined })}
          className={`${boxClass} ${WIDTHS[width]}`}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line py-3 pr-2 pl-5">
            <div className="min-w-0 pt-1.5">
              <Radix.Title className="font-sans text-base leading-6 font-semibold tracking-normal">
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="text-pretty text-stone">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              aria-disabled={isSending || undefined}
              className="aria-disabled:opacity-60 flex size-9 shrink-0 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          <div
            ref={body}
            {...(isReading && { tabIndex: 0, role: 'region', 'aria-label': title })}
            className="min-h-0 flex-1 overflow-y-auto px-5 py-4 focus-visible:-outline-offset-2"
          >
            {children}
          </div>
          {footer && (
            <div
              ref={keepToastsOff}
              // A label that is longer than the dialog is wide has several lines.
              className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 *:whitespace-normal max-sm:*:min-w-fit max-sm:*:flex-1"
            >
              <ControlsWait value={isWaiting}>{footer}</ControlsWait>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The field to focus first; usually null on touch screens, where the on-screen keyboard would cover half of the dialog. */
export function firstField(body: HTMLElement | null, focusesOnTouch = false): HTMLElement | null {
  if (!focusesOnTouch && window.matchMedia('(pointer: coarse)').matches) return null;
  return body?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)') ?? null;
}
