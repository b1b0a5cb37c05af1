import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** A page whose code is loaded when it is first shown. */
export interface LazyPage {
  /** Suspends while the code is loading; another one after a failure, which it would remember. */
  Lazy: ComponentType;
  /** The page itself, once its code has loaded. */
  Loaded: ComponentType | undefined;
  /** Loads the code, so that the page renders without suspending, as hydrating requires. */
  preload(): Promise<unknown>;
}

/** A page that couldn't be loaded is loaded anew when it is opened again. */
const FORGOTTEN_AFTER_MS = 500;

let loading = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1) {
  loading += change;
  for (const listener of listeners) listener();
}

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  async function loadOnce(): Promise<ComponentType> {
    count(1);
    try {
      page.Loaded ??= await load();
      return page.Loaded;
    } catch (error) {
      // Not before React has shown the failure: it renders once more first, and would load again and again.
      setTimeout(() => {
        page.Lazy = lazyOnce();
      }, FORGOTTEN_AFTER_MS);
      throw error;
    } finally {
      count(-1);
    }
  }
  const lazyOnce = () => lazy(async () => ({ default: await loadOnce() }));
  const page: LazyPage = {
    Lazy: lazyOnce(),
    Loaded: undefined,
    preload: loadOnce,
  };
  return page;
}

export function ShowPage({ page: { Loaded, Lazy } }: { page: LazyPage }) {
  const Page = Loaded ?? Lazy;
  return <Page />;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the code of any page is loading. */
export const useIsPageLoading = () =>
  useSyncExternalStore(
    subscribe,
    () => loading > 0,
    () => false,
  );
