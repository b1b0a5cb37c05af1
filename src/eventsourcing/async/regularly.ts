import { setTimeout as sleep } from 'node:timers/promises';

interface Options {
  /** The pause between the end of all works and their next start. */
  readonly everyMs: number;
  /** Called for each work that failed; it is tried again the next time. */
  onFailure(error: unknown): void;
}

/** Starts all these works at the same time, now and after each pause, until the signal aborts. If one fails, the others continue. */
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
