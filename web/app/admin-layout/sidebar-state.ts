import { useCallback, useEffect, useState } from 'react';

const COOKIE = 'sidebar';
const SEVEN_DAYS = 7 * 24 * 60 * 60;

const isKeptClosed = () => document.cookie.split('; ').includes(`${COOKIE}=collapsed`);

/** Whether the sidebar is collapsed: kept for seven days, turned by Ctrl or Cmd and B. */
export function useSidebarState() {
  const [collapsed, setCollapsed] = useState(isKeptClosed);
  const toggle = useCallback(() => setCollapsed((now) => !now), []);

  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
    document.cookie = `${COOKIE}=${collapsed ? 'collapsed' : 'expanded'}; path=/admin; max-age=${SEVEN_DAYS}; samesite=strict`;
  }, [collapsed]);

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
