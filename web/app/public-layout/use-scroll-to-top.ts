import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Scrolls a new page, or a new step of the wizard, to its top or to the element named by the hash. On Back the browser
 * restores the position itself.
 */
export function useScrollToTop() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const shown = useRef({ pathname, key });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    if (before.key === key || type === NavigationType.Pop) return;
    if (type === NavigationType.Replace && before.pathname === pathname) return;
    const part = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (part) part.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [pathname, hash, key, type]);
}
