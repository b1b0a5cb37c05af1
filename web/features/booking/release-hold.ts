import { useEffect } from 'react';
import { requestDone } from '../../api.ts';
import { useWizard } from './store.ts';

/** Releases a hold without waiting for the response. If it fails, the hold expires by itself. */
export function releaseHold(id: string) {
  requestDone(`/api/holds/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
}

/** Releases the hold on another choice, and on leaving the page: by navigation, a reload or closing the tab. */
export function useHoldRelease() {
  useEffect(() => {
    const stop = useWizard.subscribe(({ hold }, { hold: before }) => {
      if (before?.until && (hold?.id !== before.id || !hold.until)) releaseHold(before.id);
    });
    const { dropHold } = useWizard.getState();
    window.addEventListener('pagehide', dropHold);
    return () => {
      window.removeEventListener('pagehide', dropHold);
      dropHold();
      stop();
    };
  }, []);
}
