import { useEffect, useRef } from 'react';

/** The browser asks before the page is closed or loaded again. */
export function useAskBeforeUnload(isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}

/**
 * Going back or forward within the site is prevented, and asked about. `popstate` would be too late, since the router gets it first.
 * Browsers without the Navigation API don't ask.
 */
export function useAskBeforeBack(isOn: boolean, onBack: () => void): void {
  const ask = useRef(onBack);
  ask.current = onBack;
  useEffect(() => {
    if (!isOn) return;
    const stay = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.destination.sameDocument || !event.cancelable) return;
      event.preventDefault();
      ask.current();
    };
    window.navigation?.addEventListener('navigate', stay);
    return () => window.navigation?.removeEventListener('navigate', stay);
  }, [isOn]);
}
