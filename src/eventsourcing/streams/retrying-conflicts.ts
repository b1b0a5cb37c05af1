import { type Deadline, DeadlineExceeded } from '../async/deadline.ts';
import { retrying } from '../async/retrying.ts';
import { WrongExpectedRevision } from '../event-store.ts';

/**
 * Tries again each time another process's append was faster, until the deadline. If the deadline has already passed
 * while the work waited in a queue, it isn't begun: nobody waits for it any more, and it would only delay other work.
 *
 * @throws DeadlineExceeded
 */
export function retryingConflicts<T>(
  { deadline, onConflict }: { readonly deadline: Deadline; readonly onConflict?: () => void },
  work: () => Promise<T>,
): Promise<T> {
  let tries = 0;
  const policy = {
    firstMs: 1,
    longestMs: 50,
    retries: (error: unknown) => error instanceof WrongExpectedRevision,
    onRetry: () => onConflict?.(),
  };
  return retrying(null, policy, async () => {
    if (performance.now() >= deadline) throw new DeadlineExceeded(`gave up after ${tries} tries`);
    tries += 1;
    return work();
  });
}
