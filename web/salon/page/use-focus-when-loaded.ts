import { useEffect } from 'react';
import type { Query } from '../../ui/query/use-query.ts';

/** Navigation has left the focus on the page as a whole when the heading was still loading: moves it to the heading. */
export function useFocusWhenLoaded(status: Query<unknown>['status']) {
  useEffect(() => {
    const { activeElement } = document;
    if (status !== 'loading' && activeElement?.id === 'main') {
      activeElement.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
    }
  }, [status]);
}
