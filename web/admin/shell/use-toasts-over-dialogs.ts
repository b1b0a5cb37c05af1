import { useEffect } from 'react';

const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;

/**
 * Lets toasts be used while a dialog is open, for example to undo an earlier change. The dialog listens on the document, so presses
 * and focus in a toast are kept from it: it would close, or take the focus back. Used once, in the shell.
 */
export function useToastsOverDialogs(): void {
  useEffect(() => {
    const page = document.documentElement;
    const keep = (event: Event) => {
      const entered =
        event instanceof FocusEvent && event.type === 'focusout' ? event.relatedTarget : event.target;
      if (isInToast(entered)) event.stopPropagation();
    };
    const kept = ['pointerdown', 'focusin', 'focusout'];
    for (const type of kept) page.addEventListener(type, keep);
    return () => {
      for (const type of kept) page.removeEventListener(type, keep);
    };
  }, []);
}
