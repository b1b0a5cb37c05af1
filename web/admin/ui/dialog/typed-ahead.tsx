import { useLayoutEffect } from 'react';

/** Stands for a dialog whose code is loading: keeps the digits of an amount that are typed meanwhile. Renders nothing. */
export function TypedAhead({ onType }: { onType: (digit: string) => void }) {
  // At once, so that no key comes between this and the dialog.
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (!/^[\d.]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      onType(event.key);
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [onType]);
  return null;
}
