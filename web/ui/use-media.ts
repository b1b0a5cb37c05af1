import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** As in the rest of the site, phones end at 768 px. */
export const PHONE = '(width < 48rem)';

/** Below this width a week of the calendar, and a table's columns, need all of it. */
export const TABLET = '(width < 64rem)';

/** Below this width dialogs come from the bottom and toasts from the top; Tailwind's `max-sm`. */
export const NARROW_PHONE = '(width < 40rem)';
