import { useEffect } from 'react';
import type { AsUser, ServerState } from '../server/server-state.ts';
import { keepLive } from './keep-live.ts';
import { markFresh, setLiveStatus } from './live-store.ts';

/** Hears of others' changes as long as the admin area is shown. */
export function useLiveUpdates(state: ServerState, asUser: AsUser): void {
  useEffect(() => {
    const end = new AbortController();
    keepLive({
      asUser,
      signal: end.signal,
      onStatus: setLiveStatus,
      onEvent: (name, data) => {
        state.hear(name, data).then(markFresh, () => {});
      },
      hurry: () => untilOnlineOrShown(end.signal),
    });
    return () => end.abort();
  }, [state, asUser]);
}

/** The network is back, somebody looks at the page again, or asks for it. */
function untilOnlineOrShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    window.addEventListener(RECONNECT, () => resolve(), { once: true, signal });
    document.addEventListener('visibilitychange', () => !document.hidden && resolve(), { signal });
  });
}

const RECONNECT = 'reconnect-live-updates';

/** Connects again now instead of after the pause. */
export const reconnectNow = () => window.dispatchEvent(new Event(RECONNECT));
