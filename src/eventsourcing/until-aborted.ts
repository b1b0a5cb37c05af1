/**
 * The promise's outcome, or undefined as soon as the signal aborts. Its listener goes with the promise: a race
 * against one long-lived abort promise would keep a reaction for every batch of a subscription's life.
 */
export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
