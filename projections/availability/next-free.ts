import { createSharedAnswer } from '../engine/shared-answer.ts';
import type { Outlook } from './outlook.ts';

/** How long one answer serves everybody who opens the front page. */
const SHARED_MS = 5_000;

/**
 * The first time that is free for the shortest service, for anonymous visitors: however many ask, the database is asked
 * once in five seconds.
 */
export function createNextFree({
  outlook,
  now,
}: {
  readonly outlook: (at: Date) => Promise<Outlook>;
  now(): Date;
}): () => Promise<Outlook['nextFree']> {
  const shared = createSharedAnswer<Outlook['nextFree']>({ forMs: SHARED_MS, clock: () => now().getTime() });
  return () => shared('next free', async () => (await outlook(now())).nextFree);
}
