import { create } from 'zustand';

/** A choice that this browser remembers. @param key of its storage; without a storage the choice lasts as long as the page */
export function rememberedChoice(key: string) {
  const useStore = create(() => ({ chosen: stored(key) }));
  return {
    current: () => useStore.getState().chosen,
    /** The same in a component, which is rendered again when the choice changes. */
    useCurrent: () => useStore(({ chosen }) => chosen),
    choose(chosen: string): void {
      useStore.setState({ chosen });
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // Storage may be forbidden.
      }
    },
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
