import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { pageAt } from '../../../src/contracts/salon/site-pages.ts';
import { ErrorPage } from '../../salon/frame/error-page.tsx';
import { ErrorBoundary } from '../../ui/loading/error-boundary.tsx';
import { Commands } from './commands.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { PhoneBar, PhoneTop } from './phone-bars.tsx';
import { ProofWarning } from './proof-warning.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { useLostFocus } from './use-lost-focus.ts';
import { useToastsOverDialogs } from './use-toasts-over-dialogs.ts';

/** The screen at an address. An appointment's address belongs to the same screen as the list. */
const screenAt = (pathname: string): string => pageAt(pathname)?.path ?? pathname;

/** Sidebar and page; on a phone, a bar above and one below it. */
export function Shell({ children }: { children: ReactNode }) {
  const { collapsed, toggle } = useSidebarState();
  useToastsOverDialogs();
  useLostFocus();
  const main = useRef<HTMLElement>(null);
  const screen = screenAt(useLocation().pathname);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    // With a hash in the address, the element that it names gets the focus.
    if (window.location.hash !== '') return;
    window.scrollTo(0, 0);
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]') ?? main.current;
    heading?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <div className="md:flex">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-24 rounded-md bg-panel px-4 py-3 font-medium focus:translate-y-0"
      >
        Skip to content
      </a>
      <PhoneTop />
      <Sidebar collapsed={collapsed} onToggle={toggle} />
      <div className="min-w-0 flex-1">
        <ConnectionBanner />
        <ProofWarning />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="px-4 pt-4 pb-28 sm:px-6 sm:pt-6 md:min-h-svh md:pb-16 lg:px-10 lg:pt-10 print:min-h-0! print:py-2!"
        >
          <ErrorBoundary key={screen} fallback={<AdminErrorPage />}>
            {children}
          </ErrorBoundary>
        </main>
      </div>
      <PhoneBar />
      <Commands onToggleSidebar={toggle} />
    </div>
  );
}

function AdminErrorPage() {
  return (
    <ErrorPage home="/admin" homeLabel="Back to the start">
      Something went wrong on our side, or the connection was lost. Everything that you saved before is safe.
    </ErrorPage>
  );
}
