import { useCallback, useEffect, useState } from 'react';
import { TABLET, useMedia } from '../../ui/use-media.ts';

const COOKIE = 'sidebar';
const SEVEN_DAYS = 7 * 24 * 60 * 60;

/** The choice of the last seven days; null if there was none. */
function kept(): boolean | null {
  const cookies = document.cookie.split('; ');
  if (cookies.includes(`${COOKIE}=collapsed`)) return true;
  return cookies.includes(`${COOKIE}=expanded`) ? false : null;
}

/** Whether the sidebar is collapsed, by default only on a tablet. Ctrl or Cmd and B toggles it; the choice is kept for seven days. */
export function useSidebarState() {
  const [chosen, setChosen] = useState(kept);
  const isTablet = useMedia(TABLET);
  const collapsed = chosen ?? isTablet;
  const toggle = useCallback(() => setChosen((now) => !(now ?? matchMedia(TABLET).matches)), []);

  useEffect(() => {
    if (chosen === null) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
    document.cookie = `${COOKIE}=${chosen ? 'collapsed' : 'expanded'}; path=/admin; max-age=${SEVEN_DAYS}; samesite=strict`;
  }, [chosen]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);

  return { collapsed, toggle };
}
