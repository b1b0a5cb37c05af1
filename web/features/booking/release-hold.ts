import { useEffect } from 'react';
import { requestDone } from '../../api.ts';
import { useWizard } from './store.ts';

/** Gives a held time back, without waiting: what fails here runs out by itself. */
export function dropHold(id: string) {
  requestDone(`/api/holds/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
}

/** Gives the held time back as soon as it isn't wanted: another choice, another page, a closed or reloaded tab. */
export function useHoldRelease() {
  useEffect(() => {
    const stop = useWizard.subscribe(({ hold }, { hold: before }) => {
      if (before?.until && (hold?.id !== before.id || !hold.until)) dropHold(before.id);
    });
    const { letGo } = useWizard.getState();
    window.addEventListener('pagehide', letGo);
    return () => {
      window.removeEventListener('pagehide', letGo);
      letGo();
      stop();
    };
  }, []);
}
