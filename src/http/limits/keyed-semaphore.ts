interface SemaphoreLimits {
  /** How many holders one key has at once. */
  readonly atOnce: number;
  /** How many may wait for one key. */
  readonly mostWaiting: number;
}

/**
 * Waits for a permit of the key. Waiters of one key get theirs in the order in which they came; keys don't wait for each other.
 *
 * @param gone gives a signal that aborts when nobody waits any more
 * @param refusal makes the error that is thrown then, and when too many wait already
 * @returns gives the permit back; calling it again does nothing
 */
type KeyedSemaphore = (key: string, gone: () => AbortSignal, refusal: () => Error) => Promise<() => void>;

export function createKeyedSemaphore({ atOnce, mostWaiting }: SemaphoreLimits): KeyedSemaphore {
  const keys = new Map<string, { held: number; readonly waiting: Set<() => void> }>();

  return async (key, gone, refusal) => {
    const permits = keys.get(key) ?? { held: 0, waiting: new Set() };
    const { waiting } = permits;
    if (permits.held >= atOnce && waiting.size >= mostWaiting) throw refusal();
    keys.set(key, permits);
    if (permits.held < atOnce) permits.held += 1;
    else {
      const signal = gone();
      if (signal.aborted) throw refusal();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const leave = () => {
        // A permit that was just passed on isn't lost: its asker gives it back.
        if (waiting.delete(resolve)) reject(refusal());
      };
      signal.addEventListener('abort', leave, { once: true });
      await promise.finally(() => signal.removeEventListener('abort', leave));
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
        return;
      }
      permits.held -= 1;
      if (permits.held === 0) keys.delete(key);
    };
  };
}
