import { useSyncExternalStore } from 'react';

/** A choice that this browser remembers. */
interface RememberedChoice {
  current(): string | null;
  choose(value: string): void;
  subscribe(listener: () => void): () => void;
}

/** @param key the choice's key in the browser's storage. If there is no storage, the choice lasts as long as the page. */
export function rememberedChoice(key: string): RememberedChoice {
  const listeners = new Set<() => void>();
  let chosen: string | undefined;
  return {
    current() {
      if (chosen !== undefined) return chosen;
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    choose(value) {
      chosen = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // Storage may be forbidden.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useRememberedChoice = ({ subscribe, current }: RememberedChoice): string | null =>
  useSyncExternalStore(subscribe, current);
