import { type ComponentType, useSyncExternalStore } from 'react';

let toaster: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Whoever can show a toast brings along what shows it; a page that can't loads nothing for it. */
export function fillToasterSlot(Toaster: ComponentType): void {
  toaster = Toaster;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; once, in the shell. */
export function ToasterSlot() {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => toaster,
    () => null,
  );
  return Toaster && <Toaster />;
}
