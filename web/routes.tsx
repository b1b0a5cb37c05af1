import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { ErrorPage } from './features/shell/error-page.tsx';
import { Shell } from './features/shell/shell.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';

/** One page, in a chunk of its own; the header and footer stand while it loads. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: await load() }),
    HydrateFallback: PageSkeleton,
    ErrorBoundary: ErrorPage,
  };
}

/** The one table of path to page. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: ErrorPage,
    children: [
      page('/', async () => (await import('./features/home/page.tsx')).HomePage),
      page('/services', async () => (await import('./features/services/page.tsx')).ServicesPage),
      page('/gallery', async () => (await import('./features/gallery/page.tsx')).GalleryPage),
      page('/book', async () => (await import('./features/booking/page.tsx')).BookingPage),
      { path: '/book-now', element: <Navigate to="/book" replace /> },
      page('/thank-you', async () => (await import('./features/thank-you/page.tsx')).ThankYouPage),
      page('/b/:shortCode', async () => (await import('./features/short-link/page.tsx')).ShortLinkPage),
      page('/booking/:id/manage', async () => (await import('./features/manage/page.tsx')).ManagePage),
      page('/m/:token', async () => (await import('./features/manage/page.tsx')).ManagePage),
      page('/terms-conditions', async () => (await import('./features/policies/terms-page.tsx')).TermsPage),
      page('/privacy-policy', async () => (await import('./features/policies/privacy-page.tsx')).PrivacyPage),
      page('*', async () => (await import('./features/not-found/page.tsx')).NotFoundPage),
    ],
  },
];
