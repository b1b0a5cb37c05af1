import type { Minutes } from '../../../../src/salon/time-text.ts';
import { type Held, HOLD_MS, type Intent, type Spot } from '../plan/gesture.ts';
import { drawnTime } from '../plan/lanes.ts';
import type { GestureStore } from './gesture-store.ts';
import { EDGE_GRIP_PX, EDGE_PART, minutesIn } from './grid-style.ts';

/** The distance from an edge at which a drag scrolls, and how far in each frame. */
const EDGE_PX = 48;
const SCROLL_PX = 12;

interface Surface {
  /** The element that has exactly the size of the columns. */
  readonly area: HTMLElement;
  /** The element that scrolls them; if it can't scroll up and down, the window does. */
  readonly scroller: HTMLElement;
  /** Whether free time can be selected. */
  readonly canCreate: () => boolean;
  /** How much of the scroller's top is covered by its sticky heading. */
  readonly covered: () => number;
}

/** Moves and creates appointments, and changes when they end, by mouse, pen and touch. Returns a function that removes the listeners. */
export function followPointer(
  { area, scroller, covered, canCreate }: Surface,
  store: GestureStore,
): () => void {
  const end = new AbortController();
  const { signal } = end;
  /** Removes the listeners of the current press, which may leave the grid and come back. */
  let press: AbortController | null = null;
  /** Measured when a press begins and after each step, since measuring in each frame would cause a layout each time. */
  let edges: Edges | null = null;
  let last = { x: 0, y: 0 };
  let hasDragged = false;
  let suppressesClick = false;

  const isDragging = () => {
    const { gesture } = store.getState();
    return gesture.status === 'dragging' && gesture.by === 'pointer';
  };

  function spotAt({ x, y }: { x: number; y: number }): Spot {
    const { columns, shown } = store.getState();
    const { left, top, width } = area.getBoundingClientRect();
    return {
      column: Math.floor(((x - left) / width) * columns.length),
      minute: shown.start + minutesIn(y - top),
    };
  }

  function intentAt(target: Element, at: { x: number; y: number }, isTouch: boolean): Intent | null {
    const spot = spotAt(at);
    const block = target.closest<HTMLElement>('[data-appointment]');
    if (!block) return canCreate() ? { kind: 'create', anchor: spot } : null;
    const held = heldOf(block, store);
    if (!held) return null;
    const { end } = held.from;
    const drawn = drawnTime(held.from);
    const isAtEdge =
      held.booking.end === end && drawn.end - spot.minute < edgeOf(drawn.end - drawn.start, isTouch);
    return isAtEdge
      ? { kind: 'resize', ...held, grab: spot.minute - end }
      : { kind: 'move', ...held, grab: spot.minute - drawn.start };
  }

  function point(): void {
    store.dispatch({ type: 'point', at: last, spot: spotAt(last) });
    if (isDragging()) hasDragged = true;
  }

  function begin(event: PointerEvent): void {
    suppressesClick = false;
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    last = { x: event.clientX, y: event.clientY };
    const isTouch = event.pointerType === 'touch';
    const intent = intentAt(event.target, last, isTouch);
    if (!intent) return;
    store.dispatch({ type: 'press', intent, at: last, touch: isTouch });
    follow(event.pointerId, isTouch);
  }

  function follow(pointerId: number, isTouch: boolean): void {
    press?.abort();
    const current = new AbortController();
    press = current;
    hasDragged = false;
    edges = edgesOf(scroller, covered());
    const options = { signal: current.signal };
    const timer = isTouch ? setTimeout(hold, HOLD_MS) : undefined;
    current.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });

    window.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== pointerId) return;
        last = { x: event.clientX, y: event.clientY };
        point();
      },
      options,
    );
    window.addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== pointerId) return;
        current.abort();
        store.dispatch({ type: 'release' });
        // The click after a drag belongs to the drag and is ignored. If none follows, the next press must not be ignored.
        suppressesClick = hasDragged;
        setTimeout(() => {
          suppressesClick = false;
        });
      },
      options,
    );
    window.addEventListener(
      'pointercancel',
      () => {
        current.abort();
        store.dispatch({ type: 'cancel' });
      },
      options,
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        store.dispatch({ type: 'cancel' });
      },
      { ...options, capture: true },
    );
    requestAnimationFrame(function frame() {
      if (current.signal.aborted) return;
      if (isDragging() && edges && scrollAtEdge(scroller, edges, last)) {
        edges = edgesOf(scroller, covered());
        point();
      }
      requestAnimationFrame(frame);
    });
  }

  function hold(): void {
    store.dispatch({ type: 'held' });
    if (!isDragging()) return;
    hasDragged = true;
    navigator.vibrate?.(10);
  }

  area.addEventListener('pointerdown', begin, { signal });
  // A finger that has picked up an appointment moves it and doesn't scroll. Only a listener that isn't passive can prevent that.
  area.addEventListener('touchmove', (event) => isDragging() && event.preventDefault(), {
    signal,
    passive: false,
  });
  area.addEventListener('contextmenu', (event) => press && !press.signal.aborted && event.preventDefault(), {
    signal,
  });
  window.addEventListener(
    'click',
    (event) => {
      if (!suppressesClick) return;
      suppressesClick = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  return () => {
    press?.abort();
    end.abort();
  };
}

/** The minutes above an appointment's end where a press takes hold of its edge. Most of a short one stays for moving it. */
const edgeOf = (length: Minutes, isTouch: boolean): Minutes =>
  Math.min(minutesIn(isTouch ? 16 : EDGE_GRIP_PX), length * EDGE_PART);

/** Reads an appointment from its element; null if it can't be moved. */
export function heldOf({ dataset }: HTMLElement, store: GestureStore): Held | null {
  const { appointment, start, end, movable } = dataset;
  const column = Number(dataset.column);
  const drawn = store.getState().columns[column]?.appointments ?? [];
  const { booking } = drawn.find((one) => one.booking.id === appointment) ?? {};
  if (!booking || movable !== 'true') return null;
  return { booking, from: { column, start: Number(start), end: Number(end) } };
}

/** The visible part of the scrolling element, and what scrolls it up and down. */
interface Edges {
  readonly target: Element;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function edgesOf(scroller: HTMLElement, covered: number): Edges {
  const scrollsItself = scroller.scrollHeight > scroller.clientHeight;
  const { top, bottom, left, right } = scroller.getBoundingClientRect();
  return {
    target: scrollsItself ? scroller : (document.scrollingElement ?? scroller),
    top: (scrollsItself ? top : 0) + covered,
    bottom: scrollsItself ? bottom : window.innerHeight,
    left,
    right,
  };
}

/** Scrolls if the pointer is near an edge of the visible part, and returns whether it did. */
function scrollAtEdge(scroller: HTMLElement, edges: Edges, { x, y }: { x: number; y: number }): boolean {
  const [down, across] = [stepAt(y, edges.top, edges.bottom), stepAt(x, edges.left, edges.right)];
  if (down === 0 && across === 0) return false;
  const { target } = edges;
  const before = [target.scrollTop, scroller.scrollLeft];
  target.scrollTop += down;
  scroller.scrollLeft += across;
  return target.scrollTop !== before[0] || scroller.scrollLeft !== before[1];
}

const stepAt = (position: number, from: number, to: number): number =>
  position < from + EDGE_PX ? -SCROLL_PX : position > to - EDGE_PX ? SCROLL_PX : 0;
