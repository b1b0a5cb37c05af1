import { type ComponentType, Fragment } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import {
  NAMED_PAGES,
  type NamedPage,
  pageAt,
  type SitePageName,
} from '../../src/contracts/salon/site-pages.ts';
import { ErrorPage } from '../salon/frame/error-page.tsx';
import adminStyles from '../styles/admin.css?url';
import { ErrorBoundary } from '../ui/loading/error-boundary.tsx';
import { type LazyPage, lazyPage, ShowPage } from '../ui/loading/lazy-page.tsx';
import { loadStyleSheet } from '../ui/loading/load-style-sheet.ts';
import { ToasterSlot } from '../ui/toast/toaster-slot.tsx';
import type { AdminPageName } from './admin-pages.ts';
import { PublicLayout } from './public-layout/layout.tsx';

const loadManagePage = async () => (await import('../features/manage/page.tsx')).ManagePage;

/** Public pages do without the table of the admin area's pages and their chunks. */
const adminPage = (name: AdminPageName): LazyPage =>
  lazyPage(async () => (await import('./admin-pages.ts')).loadAdminPage(name));

/** The component of each page in the table, in a chunk of its own; the previous page stays while it loads. */
const PAGES: Readonly<Record<SitePageName, LazyPage>> = {
  home: lazyPage(async () => (await import('../features/home/page.tsx')).HomePage),
  services: lazyPage(async () => (await import('../features/services/page.tsx')).ServicesPage),
  gallery: lazyPage(async () => (await import('../features/gallery/page.tsx')).GalleryPage),
  book: lazyPage(async () => (await import('../features/booking/page.tsx')).loadBookingPage()),
  terms: lazyPage(async () => (await import('../features/policies/page.tsx')).TermsPage),
  privacy: lazyPage(async () => (await import('../features/policies/page.tsx')).PrivacyPage),
  thankYou: lazyPage(async () => (await import('../features/thank-you/page.tsx')).ThankYouPage),
  shortLink: lazyPage(async () => (await import('../features/short-link/page.tsx')).ShortLinkPage),
  manage: lazyPage(loadManagePage),
  manageByToken: lazyPage(loadManagePage),
  auth: lazyPage(async () => (await import('../features/auth/page.tsx')).AuthPage),
  admin: adminPage('admin'),
  appointments: adminPage('appointments'),
  adminServices: adminPage('adminServices'),
  adminCalendar: adminPage('adminCalendar'),
  customers: adminPage('customers'),
  customer: adminPage('customer'),
  messages: adminPage('messages'),
  takings: adminPage('takings'),
  reports: adminPage('reports'),
  activity: adminPage('activity'),
  access: adminPage('access'),
  team: adminPage('team'),
  people: adminPage('people'),
  settings: adminPage('settings'),
  account: adminPage('account'),
};

const NOT_FOUND = lazyPage(async () => (await import('../features/not-found/page.tsx')).NotFoundPage);

/** A layout whose pages need more than the style sheet of the public pages. */
const styledLayout = (load: () => Promise<ComponentType>): LazyPage =>
  lazyPage(async () => {
    const [layout] = await Promise.all([load(), loadStyleSheet(adminStyles)]);
    return layout;
  });

/** The layouts around them. The public one is there at once; the others are loaded with the first of their pages. */
const LAYOUTS: Readonly<Record<NamedPage['layout'], LazyPage>> = {
  public: { Lazy: PublicLayout, Loaded: PublicLayout, preload: async () => {} },
  auth: styledLayout(async () => (await import('./auth-layout/layout.tsx')).AuthLayout),
  admin: styledLayout(async () => (await import('../admin/shell/layout.tsx')).AdminLayout),
};

/** The whole site. Needs a router around it. */
export function Site() {
  return (
    <ErrorBoundary fallback={<ErrorPage />}>
      <Routes>
        {Object.entries(LAYOUTS).map(([name, layout]) => (
          <Route key={name} element={<ShowPage page={layout} />}>
            {NAMED_PAGES.filter((page) => page.layout === name).map(
              ({ name: pageName, path, aliases = [] }) => (
                <Fragment key={pageName}>
                  <Route caseSensitive path={path} element={<ShowPage page={PAGES[pageName]} />} />
                  {aliases.map((alias) => (
                    <Route key={alias} caseSensitive path={alias} element={<Navigate to={path} replace />} />
                  ))}
                </Fragment>
              ),
            )}
            {name === 'public' && <Route path="*" element={<ShowPage page={NOT_FOUND} />} />}
          </Route>
        ))}
      </Routes>
      <ToasterSlot />
    </ErrorBoundary>
  );
}

/** Loads the code of the page at an address, and of what surrounds it. */
export async function preloadPage(address: string): Promise<void> {
  const page = pageAt(address);
  await Promise.all([
    (page ? PAGES[page.name] : NOT_FOUND).preload(),
    LAYOUTS[page?.layout ?? 'public'].preload(),
  ]);
}
