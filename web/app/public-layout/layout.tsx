import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SalonContext } from '../../salon/salon-context.ts';
import { Unreachable } from '../../salon/unreachable.tsx';
import { useSalonAnswer } from '../../salon/use-salon-data.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useIsPageLoading } from '../../ui/lazy-page.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { ToasterSlot } from '../../ui/toaster-slot.tsx';
import { ErrorPage } from '../error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useScrollToNew } from './use-scroll.ts';

/** What all public pages share: the salon's profile, header, footer, toasts, and what happens on a change of page. */
export function PublicLayout() {
  const salon = useSalonAnswer();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useScrollToNew();
  useFocusOnNewPage(main);

  if (salon.status === 'loading') {
    return (
      <main>
        <PageSkeleton />
      </main>
    );
  }
  if (salon.status === 'failed') return <Unreachable onRetry={salon.reload} />;
  return (
    <SalonContext value={salon.data}>
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-24 rounded-md bg-white px-4 py-3 font-medium focus:translate-y-0"
      >
        Skip to content
      </a>
      <PendingBar />
      <Suspense>
        <Header />
      </Suspense>
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={pathname} fallback={<ErrorPage />}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <ToasterSlot />
    </SalonContext>
  );
}

/**
 * Moves the focus to the new page's heading, as a full page load would; to the page itself when its heading only
 * stands in while it loads. The first page keeps the browser's focus.
 */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target = main.current?.querySelector<HTMLElement>('h1[tabindex]') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}

/** A thin line while the next page's code is on its way. */
function PendingBar() {
  if (!useIsPageLoading()) return null;
  return <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-brass" />;
}
