import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStatus } from '../data/live/live-store.ts';
import { reconnectNow } from '../data/live/use-live-updates.ts';

/** Shorter interruptions of the connection for live updates are not shown. */
const PATIENCE_MS = 1_500;

function onNetwork(listener: () => void): () => void {
  const ended = new AbortController();
  window.addEventListener('online', listener, { signal: ended.signal });
  window.addEventListener('offline', listener, { signal: ended.signal });
  return () => ended.abort();
}

/**
 * Shown while the device has no network, or the connection for live updates is lost. Without the network, that connection would only be
 * missed after a silence of half a minute.
 */
export function ConnectionBanner() {
  const isOffline = useSyncExternalStore(onNetwork, () => !navigator.onLine);
  const isLost = useLiveStatus() === 'lost';
  const [isLostLong, setLostLong] = useState(false);
  useEffect(() => {
    if (!isLost) return setLostLong(false);
    const timer = setTimeout(() => setLostLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    // Above the heads of the calendar's days, which stay in view, too.
    <div role="status" className="sticky top-0 z-45 print:hidden">
      {(isOffline || isLostLong) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warn/25 bg-warn-tint px-4 py-2 text-sm text-warn sm:px-6 lg:px-10">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <p className="min-w-0 flex-1">
            <span className="font-medium">Connection lost.</span> What you see may be out of date; we keep
            trying.
          </p>
          <button
            type="button"
            onClick={reconnectNow}
            className="min-h-8 font-medium underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Try now
          </button>
        </div>
      )}
    </div>
  );
}
