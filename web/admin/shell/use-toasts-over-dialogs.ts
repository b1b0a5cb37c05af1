import { useEffect } from 'react';

const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;

/**
 * Lets toasts be used while a dialog is open, as to undo what was done before: to the dialog, which listens on the document, a press
 * or the focus in a toast is neither beside it nor lost. Once, in the shell.
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
