import { useEffect } from 'react';

/** The longest time between the two clicks of a double click, also of slow ones. */
const SOON_MS = 700;
/** How far apart the two can be, in pixels: a finger is less exact than a mouse. */
const NEAR = { mouse: 8, touch: 28 } as const;

/** The events of a press, from the pointer to the click. */
const STEPS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

interface Press {
  readonly x: number;
  readonly y: number;
  /** The control that was pressed. */
  readonly thing: Element;
  /** When the press ended, or when its control was removed. */
  at: number;
}

/** The control that contains a pressed element: the button, not the icon in it. */
const thingOf = (target: Element): Element =>
  target.closest('a, button, label, input, select, textarea, summary, [role]') ?? target;

/** Whether a press is at the place of an earlier one. */
const isNear = ({ clientX, clientY, pointerType }: PointerEvent, { x, y }: Press): boolean =>
  Math.hypot(clientX - x, clientY - y) <= (pointerType === 'mouse' ? NEAR.mouse : NEAR.touch);

/** Whether a click comes from a key or from code, such as the click on a checkbox after one on its label. */
const isByKey = ({ type, detail }: MouseEvent): boolean => type === 'click' && detail === 0;

/**
 * Ignores the second click of a double click if the first has changed what is under the pointer: a row was removed and the next has
 * moved up, or a dialog has closed. The second click would otherwise act on something it wasn't meant for. Used once, in the shell.
 *
 * It compares the elements under the pointer and doesn't rely on `event.detail`: a second click on a button that stays, such as
 * "Next", must count; a slow double click has no `detail` of 2; and no standard says that `detail` keeps counting on another element.
 * Clicks by key are never ignored, and a key press in between makes the next click count.
 */
export function useDoubleClickGuard(): void {
  useEffect(() => {
    let now: Press | undefined;
    let last: Press | undefined;
    let isMeantForLast = false;
    // A row may be removed only after the server's answer, just before an impatient second click.
    const going = new MutationObserver(() => {
      if (!last || last.thing.isConnected) return;
      last.at = performance.now();
      going.disconnect();
    });

    const begin = (event: PointerEvent) => {
      isMeantForLast =
        last !== undefined &&
        performance.now() - last.at < SOON_MS &&
        isNear(event, last) &&
        !last.thing.contains(document.elementFromPoint(last.x, last.y));
      // With three or more clicks, the last one is meant for the same control, too.
      const thing = isMeantForLast && last ? last.thing : thingOf(event.target as Element);
      now = { x: event.clientX, y: event.clientY, thing, at: 0 };
    };
    // Checked on release, since no click is sent once the pressed element is gone. A drag is no click.
    const end = (event: PointerEvent) => {
      if (!now || !isNear(event, now)) return;
      last = { ...now, at: performance.now() };
      going.observe(document.body, { childList: true, subtree: true });
    };

    const take = (event: MouseEvent) => {
      if (isByKey(event)) return;
      if (event.type === 'pointerdown') begin(event as PointerEvent);
      if (event.type === 'pointerup') end(event as PointerEvent);
      if (!isMeantForLast) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };

    // After a key press in between, the next click is intended.
    const forget = () => {
      last = undefined;
    };

    for (const step of STEPS) window.addEventListener(step, take, { capture: true });
    window.addEventListener('keydown', forget, { capture: true });
    return () => {
      window.removeEventListener('keydown', forget, { capture: true });
      for (const step of STEPS) window.removeEventListener(step, take, { capture: true });
      going.disconnect();
    };
  }, []);
}
