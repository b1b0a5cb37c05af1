import { useIsPageLoading } from '../../ui/loading/lazy-page.tsx';

/** A thin line while the next page's code is loading. */
export function PendingBar() {
  if (!useIsPageLoading()) return null;
  return <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-brass" />;
}
