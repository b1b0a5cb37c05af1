import { setTimeout as sleep } from 'node:timers/promises';

interface Options {
  /** The pause after all work has ended, before it starts again. */
  readonly everyMs: number;
  /** Called for each piece of work that failed. It is tried again the next time. */
  onFailure(error: unknown): void;
}

/** Starts all pieces of work at the same time, now and after each pause, until the signal aborts. If one fails, the others go on. */
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
