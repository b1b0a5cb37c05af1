import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** A page whose code is loaded when it is first shown. */
export interface LazyPage {
  /** Suspends while the code is on its way. */
  readonly Late: ComponentType;
  /** The page, once its code is there. */
  Loaded: ComponentType | undefined;
  /** Loads it, so that it can be shown at once; a page that came rendered must be. */
  preload(): Promise<void>;
}

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
    } finally {
      count(-1);
    }
  }
  const page: LazyPage = {
    Late: lazy(async () => ({ default: await loadOnce() })),
    Loaded: undefined,
    preload: async () => {
      await loadOnce();
    },
  };
  return page;
}

export function ShowPage({ page: { Loaded, Late } }: { page: LazyPage }) {
  const Page = Loaded ?? Late;
  return <Page />;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the code of a page is on its way. */
export const useIsPageLoading = () =>
  useSyncExternalStore(
    subscribe,
    () => loading > 0,
    () => false,
  );
