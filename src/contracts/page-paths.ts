import type { PageName } from './pages.ts';

/** Where each page of the profile stands: the pages that are the same for everybody, and open to searches. */
export const PAGE_PATHS: Readonly<Record<PageName, string>> = {
  home: '/',
  services: '/services',
  gallery: '/gallery',
  book: '/book',
  terms: '/terms-conditions',
  privacy: '/privacy-policy',
};
