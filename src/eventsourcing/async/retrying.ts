import { setTimeout as sleep } from 'node:timers/promises';
import { defer, EMPTY, lastValueFrom, type ObservableInput, retry } from 'rxjs';

export interface RetryPolicy {
  /** The longest wait after the first failure, in milliseconds. It doubles with each further failure. */
  readonly firstMs: number;
  /** The longest wait after any failure. */
  readonly longestMs: number;
  /** The most tries in a row without progress; unlimited when left out. */
  readonly tries?: number;
  /** Whether another try may help. If not, `retrying` fails with the error. */
  retries(error: unknown): boolean;
  /** Called before each wait. */
  onRetry?(error: unknown): void;
}

/**
 * Repeats the work until it succeeds, or fails with an error that the policy doesn't retry. Each wait is a random part of its
 * longest possible time, so that processes that failed together don't try again together.
 *
 * @param signal ends the repetitions; null if nothing does
 * @param work gets a function that it may call when it makes progress; the count of failures then starts again from 0
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
export function retrying<T>(
  signal: AbortSignal | null,
  { firstMs, longestMs, tries = Number.POSITIVE_INFINITY, retries, onRetry }: RetryPolicy,
  work: (succeeded: () => void) => Promise<T>,
): Promise<T | undefined> {
  let failures = 0;
  const succeeded = () => {
    failures = 0;
  };
  const waitAfter = (error: unknown): ObservableInput<unknown> => {
    failures += 1;
    if (failures >= tries || !retries(error)) throw error;
    if (signal?.aborted) return EMPTY;
    onRetry?.(error);
    const ms = Math.random() * Math.min(firstMs * 2 ** (failures - 1), longestMs);
    return sleep(ms, undefined, signal ? { signal } : {}).catch(() => {});
  };
  // An abort ends the wait but never the work, since the caller relies on the work having ended when this returns.
  const oneTry = defer(() => (signal?.aborted ? EMPTY : work(succeeded)));
  return lastValueFrom(oneTry.pipe(retry({ delay: waitAfter })), { defaultValue: undefined });
}
