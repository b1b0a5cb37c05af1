import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SalonContext } from '../../salon/salon-context.ts';
import { useSalonQuery } from '../../salon/use-salon-data.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useIsPageLoading } from '../../ui/lazy-page.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { ToasterSlot } from '../../ui/toaster-slot.tsx';
import { ErrorPage } from '../error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { UnreachablePage } from './unreachable-page.tsx';
import { useScrollPosition } from './use-scroll-position.ts';

/** What all public pages share: the salon's profile, header, footer, toasts, and scroll and focus on navigation. */
export function PublicLayout() {
  const salon = useSalonQuery();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useScrollPosition();
  useFocusOnNewPage(main);

  if (salon.status === 'loading') {
    return (
      <main>
        <PageSkeleton />
      </main>
    );
  }
  if (salon.status === 'failed') return <UnreachablePage onRetry={salon.reload} />;
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
 * Moves the focus to the new page's heading, so that a screen reader goes on there; to the page as a whole while only a
 * skeleton is shown. The first page keeps the browser's own focus.
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

/** A thin line while the next page's code is loading. */
function PendingBar() {
  if (!useIsPageLoading()) return null;
  return <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-brass" />;
}
