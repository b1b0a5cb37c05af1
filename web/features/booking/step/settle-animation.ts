import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The pressed time and the box of its button, for the animation with which it moves into the summary. */
let pressed: { readonly time: string; readonly box: DOMRect; readonly at: number } | null = null;

/** Long enough for a slow phone to show the summary, too short for a choice that is shown again later. */
const RECENT_MS = 1_000;

export function rememberPressed(time: string, button: HTMLElement): void {
  pressed = { time, box: button.getBoundingClientRect(), at: performance.now() };
}

/** Moves the element from the button that was pressed for this time to its own place, unless motion is reduced. */
export function useSettling<T extends HTMLElement>(time: string | null): RefObject<T | null> {
  const element = useRef<T>(null);
  useLayoutEffect(() => {
    if (!element.current || pressed?.time !== time || performance.now() - pressed.at > RECENT_MS) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const to = element.current.getBoundingClientRect();
    const isInView = to.bottom > 0 && to.top < window.innerHeight;
    if (!isInView) return;
    const { box: from } = pressed;
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    element.current.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, opacity: 0.4 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    );
  }, [time]);
  return element;
}
