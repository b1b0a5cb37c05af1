import { useSearchParams } from 'react-router-dom';

const HOME = '/admin';

/** The page that somebody wanted who had to sign in first; only ever one of the admin area. */
export function useNextPage(): string {
  const [query] = useSearchParams();
  const next = query.get('next') ?? HOME;
  return /^\/admin(?:[/?#]|$)/.test(next) ? next : HOME;
}

/** The step of the sign-in page where somebody who was invited chooses a password. */
export const FIRST_PASSWORD = 'first-password';
/** The step of the sign-in page where an administrator replaces a password that is too weak for one. */
export const STRONGER_PASSWORD = 'stronger-password';

/** An address of the sign-in page that still knows the page to go to afterwards. */
export function signInAddress(next: string, changes: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...changes, ...(next !== HOME && { next }) });
  return query.size > 0 ? `/auth?${query}` : '/auth';
}
