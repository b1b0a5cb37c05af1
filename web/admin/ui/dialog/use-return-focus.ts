import { useState } from 'react';

/**
 * Where the focus goes when a dialog closes: back to what opened it. For Radix's `onCloseAutoFocus`, which by itself knows
 * only dialogs with a trigger of their own.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(openerNow);
  return (event) => {
    event.preventDefault();
    if (hasGoneOn()) return;
    if (opener?.isConnected && opener !== document.body) opener.focus();
    // A press on free time has no button to return to, and another may be disabled by what was done.
    if (!hasGoneOn()) focusPlace();
  };
}

/** Puts the focus where one is: at the dialog that is open, or else at the page's heading. The page stays where it is scrolled to. */
export function focusPlace(): void {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')];
  const fallback = dialogs.at(-1) ?? document.querySelector<HTMLElement>('h1[tabindex]');
  fallback?.focus({ preventScroll: true });
}

/**
 * Whether somebody has put the focus elsewhere by the time that a dialog gives it back, which is a moment after it is gone. To take
 * it back then would close the menu that they have just opened.
 */
export const hasGoneOn = (): boolean =>
  document.activeElement !== null && document.activeElement !== document.body;

/** What has the focus; of a menu, the button that opened it, since the menu is gone by then. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}
