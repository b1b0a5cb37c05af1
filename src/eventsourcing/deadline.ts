import { WrongExpectedRevision } from './event-store.ts';
import { retrying } from './retrying.ts';

/** A command took too long. Whether it was applied is unknown; sending it again with the same key is safe. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** After this a handler gives up, before a browser would retry (protocol: Identity). */
export const COMMAND_DEADLINE_MS = 5_000;

/** Milliseconds of the monotonic clock at which to give up. */
export type Deadline = number;

export const deadlineIn = (ms: number): Deadline => performance.now() + ms;

/** The result, or DeadlineExceeded when the time is up first; the work keeps running and its result is ignored. */
export async function withinDeadline<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded('gave up waiting')), deadline - performance.now());
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Decides again when another process's append was faster, until the deadline. Work that waited in a queue past its
 * deadline isn't begun: nobody waits for it, and it would only hold up the rest.
 *
 * @throws DeadlineExceeded
 */
export function retryingConflicts<T>(
  { deadline, onConflict }: { readonly deadline: Deadline; readonly onConflict?: () => void },
  attempt: () => Promise<T>,
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
    return attempt();
  });
}
