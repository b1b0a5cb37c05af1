import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

/** The longest time between the two presses of a double click, also of slow ones. */
const SOON_MS = 700;
/** How far apart the two can be, in pixels. A finger is less exact than a mouse. */
const NEAR_PX = 28;

/**
 * Keeps the second press of a double click from what the first has changed: for a moment, it covers the control that has opened a
 * dialog, and the place of the last press once the dialog is closed, however late the server's answer has closed it.
 *
 * @returns props of the dialog's box and of its overlay
 */
export function usePressCover() {
  const [opener] = useState(placeOfOpener);
  const last = useRef<DOMRect>(null);
  useLayoutEffect(() => {
    if (opener) cover(opener);
    return () => {
      if (last.current) cover(last.current);
    };
  }, [opener]);
  return {
    onPointerDownCapture: ({ clientX, clientY }: PointerEvent) => {
      last.current = new DOMRect(clientX - NEAR_PX, clientY - NEAR_PX, 2 * NEAR_PX, 2 * NEAR_PX);
    },
    // A dialog that a key closes has had no press to be repeated.
    onKeyDownCapture: () => {
      last.current = null;
    },
  };
}

/** Measured before the dialog is drawn, since a menu closes with it. */
const placeOfOpener = () =>
  document.activeElement?.closest('a, button, [role^=menuitem]')?.getBoundingClientRect();

function cover({ x, y, width, height }: DOMRect): void {
  const place = document.createElement('div');
  // Above toasts, too. A dialog takes presses from all else.
  place.style.cssText = `position: fixed; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px; z-index: 2147483647; pointer-events: auto`;
  // The press neither closes another dialog, which listens on the document, nor takes the focus.
  place.addEventListener('pointerdown', (event) => event.stopPropagation());
  place.addEventListener('mousedown', (event) => event.preventDefault());
  document.body.append(place);
  setTimeout(() => place.remove(), SOON_MS);
}
