import { type ComponentType, useSyncExternalStore } from 'react';

let toaster: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Called by the toast module when it loads, so that pages without toasts don't load the library. */
export function fillToasterSlot(Toaster: ComponentType): void {
  toaster = Toaster;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list in which toasts appear; once, in the layout. */
export function ToasterSlot() {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => toaster,
    () => null,
  );
  return Toaster && <Toaster />;
}
