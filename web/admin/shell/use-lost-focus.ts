import { useEffect } from 'react';
import { focusPlace } from '../ui/dialog/use-return-focus.ts';

/** By then, whatever takes the focus by itself has done so, such as the next row of a list. */
const SETTLED_MS = 100;

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/** Elements from this one outwards. */
function* outwards(from: Element) {
  for (let element: Element | null = from; element; element = element.parentElement) yield element;
}

/**
 * Gives the focus of what has gone away, or can't be used any more, to the closest thing around it that can have it, and else to the
 * open dialog or the page's heading: whoever works by keys goes on from there, and not from the top. Once, in the shell.
 */
export function useLostFocus(): void {
  useEffect(() => {
    /** What has the focus, and what is around it. */
    let path: readonly Element[] = [];
    let waiting = 0;
    const give = () => {
      const [focused] = path;
      if (!focused || !isLost(focused) || document.activeElement !== document.body) return;
      const around = path.find((element) => element.isConnected && element.matches('[tabindex]:not(main)'));
      if (around instanceof HTMLElement) around.focus({ preventScroll: true });
      else focusPlace();
    };
    const changes = new MutationObserver(() => {
      if (!path[0] || !isLost(path[0])) return;
      window.clearTimeout(waiting);
      waiting = window.setTimeout(give, SETTLED_MS);
    });
    const remember = ({ target }: FocusEvent) => {
      // Toasts give the focus back by themselves.
      if (!(target as Element).closest('[data-sonner-toaster]')) path = [...outwards(target as Element)];
    };
    // A press beside everything takes the focus away on purpose.
    const forget = () => {
      path = [];
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
