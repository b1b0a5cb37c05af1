import { useEffect } from 'react';
import { focusableAround, focusDialogOrHeading } from '../ui/dialog/use-return-focus.ts';

/** After this time, code that moves the focus itself has done so, for example to the next row of a list. */
const SETTLED_MS = 100;

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * When the focused element is removed or disabled, moves the focus to its closest ancestor that can have it, or else to the open
 * dialog or the page's heading. Keyboard users go on from there and not from the top of the page. Used once, in the shell.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let focused: Element | undefined;
    let around: readonly HTMLElement[] = [];
    let waiting = 0;
    const give = () => {
      if (!focused || !isLost(focused) || document.activeElement !== document.body) return;
      const closest = around.find((element) => element.isConnected);
      if (closest) closest.focus({ preventScroll: true });
      else focusDialogOrHeading();
    };
    const changes = new MutationObserver(() => {
      if (!focused || !isLost(focused)) return;
      window.clearTimeout(waiting);
      waiting = window.setTimeout(give, SETTLED_MS);
    });
    const remember = ({ target }: FocusEvent) => {
      // Toasts return the focus themselves.
      if ((target as Element).closest('[data-sonner-toaster]')) return;
      focused = target as Element;
      around = focusableAround(focused);
    };
    // A press outside of all controls removes the focus on purpose.
    const forget = () => {
      focused = undefined;
    };
    document.addEventListener('focusin', remember, { capture: true });
    document.addEventListener('pointerdown', forget, { capture: true });
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember, { capture: true });
      document.removeEventListener('pointerdown', forget, { capture: true });
      changes.disconnect();
      window.clearTimeout(waiting);
    };
  }, []);
}
