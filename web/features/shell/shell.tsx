import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { useRemote } from '../../ui/use-remote.ts';
import { fetchSalon } from './data.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SalonContext } from './salon-context.ts';
import { Unreachable } from './unreachable.tsx';

/** What all public pages share: the salon's profile, header, footer, toasts, and what happens on a change of page. */
export function Shell() {
  const salon = useRemote('salon', fetchSalon);
  const main = useRef<HTMLElement>(null);
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
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Toaster />
      <ScrollRestoration />
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
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-brass" />;
}
