import type { PageName } from './pages.ts';

/** A page of the site. The server uses this to answer the page's address, and the browser to show the page. */
export interface SitePage {
  /**
   * A path pattern in React Router's syntax: `:name` stands for one segment, `:name?` at the end for one or none.
   */
  readonly path: string;
  /**
   * - `prerendered`: it is the same for everybody. The server sends it rendered, and search engines may list it.
   * - `client`: the browser renders it, and search engines are told not to list it.
   * - `private`: like `client`, but its address may contain a secret, so no cache may store it and no other site may get it.
   */
  readonly kind: 'prerendered' | 'client' | 'private';
  /**
   * The frame around the page: the site's header and footer, the frame of the sign-in pages, or the admin area's sidebar. A page of the
   * admin area is shown only to administrators.
   */
  readonly layout: 'public' | 'auth' | 'admin';
  /** Further addresses of a prerendered page, which redirect to `path`. */
  readonly aliases?: readonly string[];
  /** True if the page begins with a dark picture, on which the header's text has to be light. */
  readonly darkTop?: true;
  /** If the address has this query parameter, the page depends on the visitor's choice, so the browser renders it. */
  readonly visitorQuery?: string;
}

/**
 * Every page of the site. A new page needs an entry here and a loader in `web/app/routes.tsx`; in the admin area also its component in
 * `web/app/admin-pages.ts`.
 */
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
  },
  terms: { path: '/terms-conditions', kind: 'prerendered', layout: 'public' },
  privacy: { path: '/privacy-policy', kind: 'prerendered', layout: 'public' },
  thankYou: { path: '/thank-you', kind: 'private', layout: 'public' },
  shortLink: { path: '/b/:shortCode', kind: 'private', layout: 'public' },
  manage: { path: '/booking/:id/manage', kind: 'private', layout: 'public' },
  manageByToken: { path: '/m/:token', kind: 'private', layout: 'public' },
  auth: { path: '/auth', kind: 'private', layout: 'auth' },
  admin: { path: '/admin', kind: 'client', layout: 'admin' },
  appointments: { path: '/admin/appointments/:id?', kind: 'client', layout: 'admin' },
  adminServices: { path: '/admin/services', kind: 'client', layout: 'admin' },
  adminCalendar: { path: '/admin/calendar', kind: 'client', layout: 'admin' },
  customers: { path: '/admin/customers', kind: 'client', layout: 'admin' },
  customer: { path: '/admin/customers/:id', kind: 'client', layout: 'admin' },
  messages: { path: '/admin/messages', kind: 'client', layout: 'admin' },
  takings: { path: '/admin/takings', kind: 'client', layout: 'admin' },
  reports: { path: '/admin/reports', kind: 'client', layout: 'admin' },
  activity: { path: '/admin/activity', kind: 'client', layout: 'admin' },
  team: { path: '/admin/team', kind: 'client', layout: 'admin' },
  people: { path: '/admin/people', kind: 'client', layout: 'admin' },
  settings: { path: '/admin/settings/:section?', kind: 'client', layout: 'admin' },
  access: { path: '/admin/access', kind: 'client', layout: 'admin' },
  account: { path: '/admin/account', kind: 'client', layout: 'admin' },
} as const satisfies Readonly<Record<PageName, SitePage & { kind: 'prerendered' }>> &
  Readonly<Record<string, SitePage>>;

type SitePages = typeof SITE_PAGES;

export type SitePageName = keyof SitePages;

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

/** The page that has this address or alias; undefined if there is none. */
export const pageAt = (address: string): NamedPage | undefined =>
  NAMED_PAGES.find(({ path, aliases = [] }) =>
    [path, ...aliases].some((pattern) => matchesPath(pattern, address)),
  );
