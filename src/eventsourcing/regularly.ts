import { setTimeout as sleep } from 'node:timers/promises';

interface Options {
  /** How long after the last works have ended the next ones begin. */
  readonly everyMs: number;
  /** Told of each work that failed; the next time tries it again. */
  onFailure(error: unknown): void;
}

/** Does these works, all at once, now and again and again until the signal aborts. Whatever fails, the others go on. */
export async function regularly(
  works: readonly (() => Promise<unknown>)[],
  { everyMs, onFailure }: Options,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(works.map((work) => work().catch(onFailure)));
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}
