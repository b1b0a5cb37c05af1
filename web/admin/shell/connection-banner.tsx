import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLiveStatus } from '../data/live/live-store.ts';
import { reconnectNow } from '../data/live/use-live-updates.ts';

/** Shorter interruptions are not shown. */
const PATIENCE_MS = 2_000;

/** Shown while the connection for live updates is lost. */
export function ConnectionBanner() {
  const isLost = useLiveStatus() === 'lost';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status">
      {shown && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warn/25 bg-warn-tint px-4 py-2 text-sm text-warn sm:px-6 lg:px-10">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <p className="min-w-0 flex-1">
            <span className="font-medium">Connection lost.</span> What you see may be out of date; we keep
            trying.
          </p>
          <button
            type="button"
            onClick={reconnectNow}
            className="min-h-8 font-medium underline underline-offset-4"
          >
            Try now
          </button>
        </div>
      )}
    </div>
  );
}
