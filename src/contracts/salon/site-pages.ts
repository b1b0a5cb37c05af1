import type { PageName } from './pages.ts';

/** A page of the site, for the server that responds to its address and the browser that shows it. */
export interface SitePage {
  /**
   * As React Router writes it: `:name` stands for one segment, a final `:name?` for one or none.
   */
  readonly path: string;
  /**
   * - `prerendered`: equal for everybody; the server sends it rendered, and search engines may list it.
   * - `client`: the browser renders it; kept out of search results.
   * - `private`: like `client`, and its address may hold a secret, which no cache may store and no other site may get.
   */
  readonly kind: 'prerendered' | 'client' | 'private';
  /**
   * What surrounds it: the site's header and footer, the frame of signing in, or the admin area's sidebar, behind its
   * gate.
   */
  readonly layout: 'public' | 'auth' | 'admin';
  /** Further addresses of a prerendered page, which redirect to `path`. */
  readonly aliases?: readonly string[];
  /** It begins with a dark picture, so the header's text has to be light there. */
  readonly darkTop?: true;
  /** Visitors come to do one thing here, so header and footer are slim. */
  readonly isTask?: true;
  /** With this query parameter the page depends on what the visitor has chosen, so the browser renders it. */
  readonly visitorQuery?: string;
}

/** Every page of the site. A new page is one entry here and one loader in `web/app/routes.tsx`. */
export const SITE_PAGES = {
  home: { path: '/', kind: 'prerendered', layout: 'public', darkTop: true },
  services: { path: '/services', kind: 'prerendered', layout: 'public', darkTop: true },
  gallery: { path: '/gallery', kind: 'prerendered', layout: 'public' },
  book: {
    path: '/book',
    kind: 'prerendered',
    layout: 'public',
    aliases: ['/book-now'],
    visitorQuery: 'step',
    isTask: true,
  },
  terms: { path: '/terms-conditions', kind: 'prerendered', layout: 'public' },
  privacy: { path: '/privacy-policy', kind: 'prerendered', layout: 'public' },
  thankYou: { path: '/thank-you', kind: 'private', layout: 'public', isTask: true },
  shortLink: { path: '/b/:shortCode', kind: 'private', layout: 'public' },
  manage: { path: '/booking/:id/manage', kind: 'private', layout: 'public', isTask: true },
  manageByToken: { path: '/m/:token', kind: 'private', layout: 'public', isTask: true },
  auth: { path: '/auth', kind: 'private', layout: 'auth' },
  admin: { path: '/admin', kind: 'client', layout: 'admin' },
  appointments: { path: '/admin/appointments/:id?', kind: 'client', layout: 'admin' },
  adminServices: { path: '/admin/services', kind: 'client', layout: 'admin' },
  adminCalendar: { path: '/admin/calendar', kind: 'client', layout: 'admin' },
  customers: { path: '/admin/customers', kind: 'client', layout: 'admin' },
  messages: { path: '/admin/messages', kind: 'client', layout: 'admin' },
  account: { path: '/admin/account', kind: 'client', layout: 'admin' },
} as const satisfies Readonly<Record<PageName, SitePage & { kind: 'prerendered' }>> &
  Readonly<Record<string, SitePage>>;

type SitePages = typeof SITE_PAGES;

export type SitePageName = keyof SitePages;

/** A page with its name. */
export type NamedPage = {
  [Name in SitePageName]: SitePage & SitePages[Name] & { readonly name: Name };
}[SitePageName];

export const NAMED_PAGES = Object.entries<SitePage>(SITE_PAGES).map(([name, page]) => ({
  ...page,
  name,
})) as readonly NamedPage[];

/** Whether an address matches a pattern, case-sensitively. A slash at the end makes no difference. */
export function matchesPath(pattern: string, address: string): boolean {
  const wanted = pattern.split('/');
  const given = (address.length > 1 && address.endsWith('/') ? address.slice(0, -1) : address).split('/');
  if (wanted.at(-1)?.endsWith('?') && given.length < wanted.length) wanted.pop();
  if (given.length !== wanted.length) return false;
  return wanted.every((segment, index) =>
    segment.startsWith(':') ? given[index] !== '' : segment === given[index],
  );
}

/** The page at an address or at one of its aliases; undefined where there is none. */
export const pageAt = (address: string): NamedPage | undefined =>
  NAMED_PAGES.find(({ path, aliases = [] }) =>
    [path, ...aliases].some((pattern) => matchesPath(pattern, address)),
  );
