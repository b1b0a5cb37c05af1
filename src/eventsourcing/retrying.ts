import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryPolicy {
  /** The wait before the next try is a random part of this, in milliseconds; of twice as much after each failure, */
  readonly firstMs: number;
  /** up to this. */
  readonly longestMs: number;
  /** Whether another try may help; any other error ends it. */
  retries(error: unknown): boolean;
  /** Called before each wait. */
  onRetry?(error: unknown): void;
}

/**
 * Tries again until the work ends by itself, or by an error that the policy doesn't retry. Waits are random parts, so
 * that processes that failed together don't come back together. Not by a package: those count failures from the first
 * one on, and can't be told that a subscription went well for days before the next.
 *
 * @param signal ends the waiting; null when only work and policy decide
 * @param work is given a function to call once it is well under way: the next failure then waits no longer than a first
 * @returns what the work returned; undefined when the signal aborted first
 */
export function retrying<T>(
  signal: null,
  policy: RetryPolicy,
  work: (succeeded: () => void) => Promise<T>,
): Promise<T>;
export function retrying<T>(
  signal: AbortSignal | null,
  policy: RetryPolicy,
  work: (succeeded: () => void) => Promise<T>,
): Promise<T | undefined>;
export async function retrying<T>(
  signal: AbortSignal | null,
  { firstMs, longestMs, retries, onRetry }: RetryPolicy,
  work: (succeeded: () => void) => Promise<T>,
): Promise<T | undefined> {
  let failures = 0;
  while (!signal?.aborted) {
    try {
      return await work(() => {
        failures = 0;
      });
    } catch (error) {
      if (!retries(error)) throw error;
      onRetry?.(error);
      const ms = Math.random() * Math.min(firstMs * 2 ** failures, longestMs);
      failures += 1;
      await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {});
    }
  }
  return undefined;
}
