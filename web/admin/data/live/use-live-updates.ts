import { useEffect } from 'react';
import type { AsUser, ServerState } from '../server-state.ts';
import { markFresh, setLiveStatus } from './live-store.ts';
import { subscribeToLive } from './subscribe-to-live.ts';

/** Receives other people's changes while the admin area is shown. */
export function useLiveUpdates(state: ServerState, asUser: AsUser): void {
  useEffect(() => {
    const end = new AbortController();
    subscribeToLive({
      asUser,
      signal: end.signal,
      onStatus: setLiveStatus,
      onEvent: (name, data) => {
        state.hear(name, data).then(markFresh, () => {});
      },
      hurry: untilOnlineOrShown,
    });
    return () => end.abort();
  }, [state, asUser]);
}

/** Resolves when the network is back, the page becomes visible, or somebody asks to reconnect. */
function untilOnlineOrShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    window.addEventListener(RECONNECT, () => resolve(), { once: true, signal });
    document.addEventListener('visibilitychange', () => !document.hidden && resolve(), { signal });
  });
}

const RECONNECT = 'reconnect-live-updates';

/** Reconnects without waiting for the end of the pause. */
export const reconnectNow = () => window.dispatchEvent(new Event(RECONNECT));
