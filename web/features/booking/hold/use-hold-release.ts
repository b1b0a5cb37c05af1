import { useEffect } from 'react';
import { useWizard } from '../wizard/store.ts';

/** Loaded with the first hold, since there is no time to load code when the page is being left. */
let code: typeof import('./release-hold.ts') | undefined;

async function loadCode() {
  code ??= await import('./release-hold.ts');
  return code;
}

function release(id: string) {
  if (code) code.releaseHold(id);
  // If it can't be loaded, the hold expires by itself.
  else
    loadCode()
      .then(({ releaseHold }) => releaseHold(id))
      .catch(() => {});
}

/** Releases the hold on another choice, and on leaving the page: by navigation, a reload or closing the tab. */
export function useHoldRelease() {
  useEffect(() => {
    const stop = useWizard.subscribe(({ hold }, { hold: before }) => {
      if (hold?.until) loadCode().catch(() => {});
      if (before?.until && (hold?.id !== before.id || !hold.until)) release(before.id);
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
