import { END_STEP, STEP } from '../plan/hours-shown.ts';
import { focusBooking } from './focus-booking.ts';
import { heldOf } from './follow-pointer.ts';
import type { GestureStore } from './gesture-store.ts';

const STEPS: Readonly<Record<string, readonly [columns: number, way: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Moves the focus between appointments, moves appointments, and changes when they end, by keyboard. Returns a function that removes the listeners. */
export function followKeys(area: HTMLElement, store: GestureStore): () => void {
  const end = new AbortController();
  const { signal } = end;

  function carry(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step) {
      const [columns, way] = step;
      // An end goes in small steps, or in those of a start.
      const minutes = isAtEdge(store) ? (event.shiftKey ? STEP : END_STEP) : STEP * (event.shiftKey ? 4 : 1);
      store.dispatch({ type: 'step', columns, minutes: way * minutes });
    } else if (event.key === 'Enter' || event.key === ' ') store.dispatch({ type: 'release' });
    else if (event.key === 'Escape') store.dispatch({ type: 'cancel' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isCarrying(store)) {
      carry(event);
      return;
    }
    const block = (event.target as Element).closest<HTMLElement>('[data-appointment]');
    if (!block) return;
    const key = event.key.toLowerCase();
    if (key === 'm' || key === 'e') {
      const held = heldOf(block, store);
      if (held) store.dispatch({ type: 'pick-up', ...held, edge: key === 'e' });
      else store.say(`This appointment can’t be ${key === 'e' ? 'changed' : 'moved'}.`);
    } else {
      const next = neighbour(area, block, event.key);
      if (!next) return;
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    event.preventDefault();
  }

  area.addEventListener('keydown', onKey, { signal });
  area.addEventListener(
    'focusout',
    // Waits until it is known whether the element was removed by rendering, which `keepCarried` handles.
    ({ target }) => queueMicrotask(() => (target as Element).isConnected && letGo(store)),
    { signal },
  );
  return () => end.abort();
}

/** Returns the focus to the picked-up appointment if it was rendered again because somebody moved it. Cancels the move if it is gone. */
export function keepCarried(area: HTMLElement, store: GestureStore): void {
  const { id } = store.lifted.getState();
  if (id === null || !isCarrying(store) || area.contains(document.activeElement)) return;
  focusBooking(id);
  if (!area.contains(document.activeElement)) letGo(store);
}

function isCarrying(store: GestureStore): boolean {
  const { gesture } = store.getState();
  return gesture.status === 'dragging' && gesture.by === 'keys';
}

function isAtEdge(store: GestureStore): boolean {
  const { gesture } = store.getState();
  return gesture.status === 'dragging' && gesture.intent.kind === 'resize';
}

const letGo = (store: GestureStore) => isCarrying(store) && store.dispatch({ type: 'cancel' });

/** The appointment that an arrow key leads to: the next in its column, or the nearest in time in the next column. */
function neighbour(area: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const all = [...area.querySelectorAll<HTMLElement>('[data-appointment]')];
  const columnOf = (block: HTMLElement) => Number(block.dataset.column);
  const startOf = (block: HTMLElement) => Number(block.dataset.start);
  const own = all
    .filter((block) => columnOf(block) === columnOf(from))
    .sort((a, b) => startOf(a) - startOf(b));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return own[own.indexOf(from) + 1];
    case 'ArrowUp':
    case 'k':
      return own[own.indexOf(from) - 1];
    case 'ArrowLeft':
    case 'ArrowRight': {
      const side = key === 'ArrowLeft' ? -1 : 1;
      const beside = all.filter((block) => Math.sign(columnOf(block) - columnOf(from)) === side);
      const nearest = Math.min(...beside.map((block) => Math.abs(columnOf(block) - columnOf(from))));
      return beside
        .filter((block) => Math.abs(columnOf(block) - columnOf(from)) === nearest)
        .sort((a, b) => Math.abs(startOf(a) - startOf(from)) - Math.abs(startOf(b) - startOf(from)))[0];
    }
    default:
      return undefined;
  }
}
