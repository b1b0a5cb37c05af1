import type { Outlook } from './outlook.ts';

/** How long one answer serves everybody who opens the front page. */
const SHARED_MS = 5_000;

/**
 * The first time that is free for the shortest service, for anonymous visitors: however many ask, the database is asked
 * once in five seconds. A failed query isn't kept.
 */
export function createNextFree({
  outlook,
  now,
}: {
  readonly outlook: (at: Date) => Promise<Outlook>;
  now(): Date;
}): () => Promise<Outlook['nextFree']> {
  let shared: { readonly askedAt: number; readonly answer: Promise<Outlook['nextFree']> } | undefined;
  return () => {
    const at = now();
    const age = shared && at.getTime() - shared.askedAt;
    if (shared && age !== undefined && age >= 0 && age < SHARED_MS) return shared.answer;
    const answer = outlook(at).then(({ nextFree }) => nextFree);
    const asked = { askedAt: at.getTime(), answer };
    shared = asked;
    answer.catch(() => {
      if (shared === asked) shared = undefined;
    });
    return answer;
  };
}
