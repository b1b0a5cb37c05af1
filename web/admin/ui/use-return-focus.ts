import { useState } from 'react';

/**
 * Where the focus goes when a dialog closes: back to what opened it. For Radix's `onCloseAutoFocus`, which by itself knows
 * only dialogs with a trigger of their own.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(openerNow);
  return (event) => {
    event.preventDefault();
    const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('h1[tabindex]');
    target?.focus();
  };
}

/** What has the focus; of a menu, the button that opened it, since the menu is gone by then. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}
