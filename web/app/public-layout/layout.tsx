import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorPage } from '../../salon/frame/error-page.tsx';
import { PendingBar } from '../../salon/frame/pending-bar.tsx';
import { WithSalon } from '../../salon/frame/with-salon.tsx';
import { ErrorBoundary } from '../../ui/loading/error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useAuthLink } from './use-auth-link.ts';
import { useScrollPosition } from './use-scroll-position.ts';

/** The frame of all public pages: the salon's profile, header, footer, and scroll and focus on navigation. */
export function PublicLayout() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useScrollPosition();
  useFocusOnNewPage(main);
  useAuthLink();

  return (
    <WithSalon>
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
      <main id="main" ref={main} tabIndex={-1} className="wrap-anywhere">
        <ErrorBoundary key={pathname} fallback={<ErrorPage />}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
    </WithSalon>
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
