import { useState } from 'react';
import { isInert, rowsAround } from '../shortcuts/use-row-keys.ts';

/**
 * Returns the focus to what opened the dialog or, if that is gone, to the next row of its list or else to what was around it. For
 * `onCloseAutoFocus` of Radix, which by itself does so only for dialogs with a trigger component.
 *
 * @param onClosed returns the focus instead, if what had it may be gone by then
 */
export function useReturnFocus(onClosed?: () => void): (event: Event) => void {
  const [openers] = useState(openersNow);
  return (event) => {
    event.preventDefault();
    if (hasGoneOn()) return;
    if (onClosed) return onClosed();
    openers.find((opener) => opener.isConnected && !isInert(opener))?.focus();
    // A press on free time in the calendar has no button to return to, and other buttons may be disabled by now.
    if (!hasGoneOn()) focusDialogOrHeading();
  };
}

/** Moves the focus to the open dialog, or else to the page's heading, without scrolling. */
export function focusDialogOrHeading(): void {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')];
  const fallback = dialogs.at(-1) ?? document.querySelector<HTMLElement>('h1[tabindex]');
  fallback?.focus({ preventScroll: true });
}

/**
 * Whether the user has already moved the focus elsewhere. A dialog returns the focus a moment after it has closed, and doing so then
 * would close a menu that the user has just opened.
 */
const hasGoneOn = (): boolean => document.activeElement !== null && document.activeElement !== document.body;

/** The elements that the focus may return to, the best first. */
function openersNow(): readonly HTMLElement[] {
  const opener = openerNow();
  if (!opener || opener === document.body) return [];
  return [opener, ...rowsAround(opener), ...focusableAround(opener)];
}

/** The ancestors of an element that can have the focus, from the inside out. */
export function focusableAround(element: Element): readonly HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let one = element.parentElement; one; one = one.parentElement)
    if (one.matches('[tabindex]:not(main)')) around.push(one);
  return around;
}

/** The focused element; within a menu, the button that opened it, since the menu itself will be gone. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}
