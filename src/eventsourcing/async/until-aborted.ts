/**
 * The promise's result, or undefined as soon as the signal aborts. The listener is removed when the promise settles. A
 * `Promise.race` with one long-lived promise for the abort would instead leave a reaction on that promise for every batch of a
 * subscription, which would use more and more memory.
 */
export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
