import { setTimeout as sleep } from 'node:timers/promises';
import { WrongExpectedRevision } from './event-store.ts';

/** A command took too long. Whether it was applied is unknown; sending it again with the same key is safe. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** After this a handler gives up, before a browser would retry (protocol: Identity). */
export const COMMAND_DEADLINE_MS = 5_000;

/** Milliseconds of the monotonic clock at which to give up. */
export type Deadline = number;

export const deadlineIn = (ms: number): Deadline => performance.now() + ms;

/** The result, or DeadlineExceeded when the time is up first; the work itself goes on unseen. */
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
 * Repeats an attempt that another process's append got ahead of, with jitter, until the deadline. Work that
 * waited in a queue past its deadline isn't begun: nobody waits for it, and it would only hold up the rest.
 */
export async function retryingConflicts<T>(
  { deadline, onConflict }: { readonly deadline: Deadline; readonly onConflict?: () => void },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    if (performance.now() >= deadline) throw new DeadlineExceeded(`gave up after ${tries} tries`);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      onConflict?.();
      await sleep(Math.random() * Math.min(2 ** tries, 50));
    }
  }
}
