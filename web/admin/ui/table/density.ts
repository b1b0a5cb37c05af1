import { useSyncExternalStore } from 'react';

const KEY = 'rows';
const COMPACT = 'compact';
const listeners = new Set<() => void>();

/** If the browser has no storage, the choice lasts as long as the page. */
let chosen: boolean | undefined;

function isCompact(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(KEY) === COMPACT;
  } catch {
    return false;
  }
}

function choose(compact: boolean): void {
  chosen = compact;
  try {
    if (compact) localStorage.setItem(KEY, COMPACT);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether tables have rows of 36 px instead of 44. This browser remembers the choice. */
export const useDensity = () => ({ isCompact: useSyncExternalStore(subscribe, isCompact), choose });
