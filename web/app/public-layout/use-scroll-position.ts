import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { keepPosition, loadPositions, storePositions } from './scroll-positions.ts';

/**
 * Scrolls a new page, or a new step of the wizard, to its top or to the element named by the hash, and on Back and
 * Forward to where the visitor left it. Left to itself, the browser would restore the position before the content is
 * there.
 */
export function useScrollPosition() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  // The first page has no key of its own, nor has one to which the browser jumped by a hash.
  const entry = key === 'default' ? pathname + hash : key;
  const shown = useRef({ pathname, entry });
  const { positions, restore, stopRestoring, isRestoring } = useState(createPositions)[0];

  useEffect(() => {
    // After a reload, or on a way back from another site, the browser restores the position itself. For a page that is
    // rendered only now it may have been too early.
    const [visit] = performance.getEntriesByType('navigation');
    const isFirstVisit = !visit || ('type' in visit && visit.type === 'navigate');
    const position = positions.get(shown.current.entry);
    if (!isFirstVisit && window.scrollY === 0 && position) restore(position);
    const record = () => {
      if (!isRestoring()) positions.set(shown.current.entry, window.scrollY);
    };
    // A page that was rendered before is scrolled before its code has come.
    record();
    const leave = () => {
      storePositions(positions);
      window.history.scrollRestoration = 'auto';
    };
    const stay = () => {
      window.history.scrollRestoration = 'manual';
    };
    stay();
    window.addEventListener('scroll', record, { passive: true });
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', stay);
    return () => {
      window.removeEventListener('scroll', record);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', stay);
      stopRestoring();
    };
  }, [positions, restore, stopRestoring, isRestoring]);

  useLayoutEffect(() => {
    const before = shown.current;
    if (before.entry === entry) return;
    stopRestoring();
    shown.current = { pathname, entry };
    if (type === NavigationType.Replace && before.pathname === pathname) {
      positions.set(entry, window.scrollY);
      return;
    }
    const position = type === NavigationType.Pop ? positions.get(entry) : undefined;
    if (position !== undefined) return restore(position);
    const part = hash && document.getElementById(idIn(hash));
    if (part) part.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [pathname, hash, entry, type, positions, restore, stopRestoring]);
}

/** Anybody may have typed or written the hash, also one that can't be decoded. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** The positions that visitors left, and at most one that is being restored. */
function createPositions() {
  let stop: (() => void) | undefined;
  return {
    positions: loadPositions(),
    restore: (position: number) => {
      stop = keepPosition(position, () => {
        stop = undefined;
      });
    },
    stopRestoring: () => {
      stop?.();
      stop = undefined;
    },
    isRestoring: () => stop !== undefined,
  };
}
