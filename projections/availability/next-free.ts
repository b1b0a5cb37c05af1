import { LRUCache } from 'lru-cache';
import type { Outlook } from '../../src/salon/outlook.ts';

/** How long one answer serves everybody who opens the front page. */
const SHARED_MS = 5_000;

/**
 * The first time that is free for the shortest service, for anonymous visitors: however many ask, the database is asked
 * once in five seconds. It has an operation of its own: with those of the wizard the front page needed three requests in a row and
 * 122 KB of scripts instead of less than 100 KB. It takes no position of the log, so a visitor's own booking may not show in it yet;
 * when the time has been taken meanwhile, the wizard shows what is free.
 */
export function createNextFree({
  outlook,
  now,
}: {
  readonly outlook: (at: Date) => Promise<Outlook>;
  now(): Date;
}): () => Promise<Outlook['nextFree']> {
  const shared = new LRUCache<number, { readonly nextFree: Outlook['nextFree'] }>({
    max: 1,
    // Else those that wait for an answer would be refused when somebody asks for the next one.
    ignoreFetchAbort: true,
    fetchMethod: () => outlook(now()),
  });
  return async () => {
    const { nextFree } = await shared.forceFetch(Math.floor(now().getTime() / SHARED_MS));
    return nextFree;
  };
}
