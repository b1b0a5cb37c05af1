/**
 * The promise's outcome, or undefined as soon as the signal aborts. The listener is removed when the promise settles: a
 * `Promise.race` with one long-lived abort promise would leave a reaction on it for every batch of a subscription.
 */
export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
