import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

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
 * Going back or forward, and on to another screen of the site, is prevented and asked about. A change of the address's query isn't, since
 * the same screen stays, unless `parameter` changes. The router's own `useBlocker` needs its data router, which public pages do without. Browsers without the
 * Navigation API don't ask.
 *
 * @param parameter the one of the query that says what is edited
 * @param onLeave gets a function that goes where the person wanted to go
 */
export function useAskBeforeLeaving(
  isOn: boolean,
  onLeave: (goOn: () => void) => void,
  parameter = '',
): void {
  const navigate = useNavigate();
  const ask = useRef(onLeave);
  ask.current = onLeave;
  useEffect(() => {
    const { navigation } = window;
    if (!isOn || !navigation) return;
    const stay = (event: NavigateEvent) => {
      const { cancelable, destination, navigationType } = event;
      const { pathname, search, searchParams, hash } = new URL(destination.url);
      const edited = new URLSearchParams(window.location.search).get(parameter);
      const isTraverse = navigationType === 'traverse';
      const isElsewhere =
        isTraverse || pathname !== window.location.pathname || searchParams.get(parameter) !== edited;
      if (!cancelable || !destination.sameDocument || !isElsewhere) return;
      // The router's push then finds the address as it was, and stays.
      event.preventDefault();
      ask.current(() => {
        navigation.removeEventListener('navigate', stay);
        if (isTraverse) navigation.traverseTo(destination.key);
        else navigate({ pathname, search, hash }, { replace: navigationType === 'replace' });
      });
    };
    navigation.addEventListener('navigate', stay);
    return () => navigation.removeEventListener('navigate', stay);
  }, [isOn, navigate, parameter]);
}
