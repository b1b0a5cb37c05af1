import { setTimeout as sleep } from 'node:timers/promises';

/** Holds up its callers for so many milliseconds at the most, so that what they do next shares its statements. */
export function together(ms: number): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  return () => {
    gathering ??= sleep(ms).then(() => {
      gathering = undefined;
    });
    return gathering;
  };
}
