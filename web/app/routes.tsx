import { type ComponentType, Fragment } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { BUILT_PAGES, type BuiltPage, pageAt, type SitePageName } from '../../src/contracts/site-pages.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { type LazyPage, lazyPage, ShowPage } from '../ui/lazy-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { PublicLayout } from './public-layout/layout.tsx';

const loadManagePage = async () => (await import('../features/manage/page.tsx')).ManagePage;

/** The component of each page in the table, in a chunk of its own; the previous page stays while it loads. */
const PAGES: Readonly<Record<SitePageName, LazyPage>> = {
  home: lazyPage(async () => (await import('../features/home/page.tsx')).HomePage),
  services: lazyPage(async () => (await import('../features/services/page.tsx')).ServicesPage),
  gallery: lazyPage(async () => (await import('../features/gallery/page.tsx')).GalleryPage),
  book: lazyPage(async () => (await import('../features/booking/page.tsx')).BookingPage),
  terms: lazyPage(async () => (await import('../features/policies/terms-page.tsx')).TermsPage),
  privacy: lazyPage(async () => (await import('../features/policies/privacy-page.tsx')).PrivacyPage),
  thankYou: lazyPage(async () => (await import('../features/thank-you/page.tsx')).ThankYouPage),
  shortLink: lazyPage(async () => (await import('../features/short-link/page.tsx')).ShortLinkPage),
  manage: lazyPage(loadManagePage),
  manageByToken: lazyPage(loadManagePage),
};

const NOT_FOUND = lazyPage(async () => (await import('../features/not-found/page.tsx')).NotFoundPage);

const LAYOUTS: Readonly<Record<BuiltPage['layout'], ComponentType>> = { public: PublicLayout };

/** The whole site. Needs a router around it. */
export function Site() {
  return (
    <ErrorBoundary fallback={<ErrorPage />}>
      <Routes>
        {Object.entries(LAYOUTS).map(([layout, Layout]) => (
          <Route key={layout} element={<Layout />}>
            {BUILT_PAGES.filter((page) => page.layout === layout).map(({ name, path, aliases = [] }) => (
              <Fragment key={name}>
                <Route caseSensitive path={path} element={<ShowPage page={PAGES[name]} />} />
                {aliases.map((alias) => (
                  <Route key={alias} caseSensitive path={alias} element={<Navigate to={path} replace />} />
                ))}
              </Fragment>
            ))}
            {layout === 'public' && <Route path="*" element={<ShowPage page={NOT_FOUND} />} />}
          </Route>
        ))}
      </Routes>
    </ErrorBoundary>
  );
}

/** Loads the code of the page at an address. */
export const preloadPage = (address: string): Promise<void> => {
  const page = pageAt(address);
  return (page ? PAGES[page.name] : NOT_FOUND).preload();
};
