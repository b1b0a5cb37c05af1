import type { AuthMethod } from './store/sessions.ts';

/** How long ago somebody may have shown who they are, to change how they sign in. */
const FRESH_MS = 3_600_000;

export const isFresh = (shownAt: Date, now: Date): boolean => now.getTime() - shownAt.getTime() < FRESH_MS;

/**
 * When a session has last shown whose it is.
 *
 * @param methods those that count; all when left out
 */
export function lastShown(amr: readonly AuthMethod[], methods?: readonly string[]): Date {
  const counting = amr.filter(({ method }) => methods?.includes(method) ?? true);
  return new Date(Math.max(0, ...counting.map(({ timestamp }) => timestamp * 1000)));
}
