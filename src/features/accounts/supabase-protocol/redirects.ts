import type { AuthError } from './auth-errors.ts';

/**
 * The address that a link leads to: the given one if it is on this site, else the site's first page. Without this check, anybody
 * could make us send mails with links to a site of theirs.
 */
export function ownAddress(asked: string | undefined, publicUrl: string): string {
  const home = `${publicUrl}/`;
  if (asked === undefined || !URL.canParse(asked, home)) return home;
  const url = new URL(asked, home);
  url.hash = '';
  return url.origin === new URL(home).origin && url.username === '' && url.password === '' ? url.href : home;
}

export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** Adds values as the fragment of an address, which no server sees. */
export const withFragment = (address: string, values: Readonly<Record<string, string>>): string =>
  `${address}#${new URLSearchParams(values)}`;

/** Tells the page at an address why a call was refused. */
export const withRefusal = (address: string, error: AuthError): string =>
  withFragment(address, {
    error: error.status >= 500 ? 'server_error' : 'access_denied',
    error_code: error.code,
    error_description: error.message,
  });
