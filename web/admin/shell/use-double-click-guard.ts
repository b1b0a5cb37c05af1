import { useEffect } from 'react';

/** The longest time between two clicks of a double click, for slow hands too. */
const SOON_MS = 700;
/** How far apart the two can be, in pixels: a finger is less exact than a mouse. */
const NEAR = { mouse: 8, touch: 28 } as const;

/** The events of a press, from the pointer to the click. */
const STEPS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

interface Press {
  readonly x: number;
  readonly y: number;
  /** What it is on. */
  readonly thing: Element;
  /** When it ended, or when what it was on went away. */
  at: number;
}

/** The control that a press is on: the button, not the icon in it. */
const thingOf = (target: Element): Element =>
  target.closest('a, button, label, input, select, textarea, summary, [role]') ?? target;

/** Whether a press is where another was. */
const isNear = ({ clientX, clientY, pointerType }: PointerEvent, { x, y }: Press): boolean =>
  Math.hypot(clientX - x, clientY - y) <= (pointerType === 'mouse' ? NEAR.mouse : NEAR.touch);

/** Whether a click was made by a key, or by code, such as that of a box whose label was pressed. */
const isByKey = ({ type, detail }: MouseEvent): boolean => type === 'click' && detail === 0;

/**
 * Lets the second click of a double click do nothing where the first has changed what is there: a row that left makes room for the
 * next, a dialog that closed for what lay under it, and what was meant for the one would happen to the other. Once, in the shell.
 *
 * It looks at what lies under the pointer and not at `event.detail`: a second click on a button that stays, such as "Next",
 * counts, a slow double click has no `detail` of 2, and no standard says that `detail` goes on counting on another element.
 * Keys are left alone, and a key in between ends it: `y` confirms one however long it is held.
 */
export function useDoubleClickGuard(): void {
  useEffect(() => {
    let now: Press | undefined;
    let last: Press | undefined;
    let isMeantForLast = false;
    // A row that waits for the server's answer leaves later, under an impatient second click.
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
      // Of three or more clicks the last is meant for the same, too.
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

    // Whoever presses a key in between means the next click.
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
