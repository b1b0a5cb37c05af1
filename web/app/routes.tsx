import type { ComponentType } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPage, ShowPage } from '../ui/lazy-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { Shell } from './public-layout/layout.tsx';

/** One page, in a chunk of its own; the page before it stands while it loads. */
const page = (path: string, load: () => Promise<ComponentType>) => ({ path, page: lazyPage(load) });

/** The one table of path to page. */
const PAGES = [
  page('/', async () => (await import('../features/home/page.tsx')).HomePage),
  page('/services', async () => (await import('../features/services/page.tsx')).ServicesPage),
  page('/gallery', async () => (await import('../features/gallery/page.tsx')).GalleryPage),
  page('/book', async () => (await import('../features/booking/page.tsx')).BookingPage),
  page('/thank-you', async () => (await import('../features/thank-you/page.tsx')).ThankYouPage),
  page('/b/:shortCode', async () => (await import('../features/short-link/page.tsx')).ShortLinkPage),
  page('/booking/:id/manage', async () => (await import('../features/manage/page.tsx')).ManagePage),
  page('/m/:token', async () => (await import('../features/manage/page.tsx')).ManagePage),
  page('/terms-conditions', async () => (await import('../features/policies/terms-page.tsx')).TermsPage),
  page('/privacy-policy', async () => (await import('../features/policies/privacy-page.tsx')).PrivacyPage),
  page('*', async () => (await import('../features/not-found/page.tsx')).NotFoundPage),
];

/** The whole site; stands inside a router. */
export function Site() {
  return (
    <ErrorBoundary fallback={<ErrorPage />}>
      <Routes>
        <Route element={<Shell />}>
          <Route caseSensitive path="/book-now" element={<Navigate to="/book" replace />} />
          {PAGES.map(({ path, page }) => (
            <Route key={path} caseSensitive path={path} element={<ShowPage page={page} />} />
          ))}
        </Route>
      </Routes>
    </ErrorBoundary>
  );
}

/** Loads the code of the page at a path. */
export async function preloadPage(path: string): Promise<void> {
  await PAGES.find((route) => matchPath({ path: route.path, caseSensitive: true }, path))?.page.preload();
}
