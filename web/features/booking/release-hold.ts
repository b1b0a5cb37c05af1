import { useEffect } from 'react';
import { dropHold } from '../../../src/contracts/holds.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { useWizard } from './store.ts';

/** Releases a hold without waiting for the response. If it fails, the hold expires by itself. */
export function releaseHold(id: string) {
  const idempotencyKey = newIdempotencyKey();
  call(dropHold, { params: { id }, idempotencyKey, keepalive: true }).catch(() => {});
}

/** Releases the hold on another choice, and on leaving the page: by navigation, a reload or closing the tab. */
export function useHoldRelease() {
  useEffect(() => {
    const stop = useWizard.subscribe(({ hold }, { hold: before }) => {
      if (before?.until && (hold?.id !== before.id || !hold.until)) releaseHold(before.id);
    });
    const { giveUpHold } = useWizard.getState();
    window.addEventListener('pagehide', giveUpHold);
    return () => {
      window.removeEventListener('pagehide', giveUpHold);
      giveUpHold();
      stop();
    };
  }, []);
}
