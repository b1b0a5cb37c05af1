import { SITE_PAGES, type SitePage } from '../contracts/salon/site-pages.ts';

const PAGES: readonly SitePage[] = Object.values(SITE_PAGES);

/** The path up to its first variable part, such as `/booking/` for `/booking/:id/manage`. */
const fixedStart = (path: string) => path.replace(/:.*$/, '');

const starts = new Set(
  PAGES.filter(({ kind }) => kind !== 'prerendered').map(({ path }) => fixedStart(path)),
);

/** Prefixes of the addresses that search engines must not visit: the API, and pages that aren't prerendered. */
export const NOT_SEARCHED: readonly string[] = [
  '/api/',
  ...[...starts].filter((start) => ![...starts].some((other) => start.startsWith(`${other}/`))),
];

/** The first segment of a path, in lower case, with escapes decoded if they are valid. */
function firstSegment(path: string): string | undefined {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // The path isn't valid percent-encoding, so it stays as it is.
  }
  return plain.toLowerCase().split('/').find(Boolean);
}

const PRIVATE_SEGMENTS = new Set(
  PAGES.filter(({ kind }) => kind === 'private').map(({ path }) => firstSegment(path)),
);

/**
 * Whether an address may contain a secret. It may if its first segment is that of a private page, in capitals or small letters: even
 * a mistyped link may still contain its token.
 */
export const isPrivateAddress = (path: string): boolean => PRIVATE_SEGMENTS.has(firstSegment(path));
