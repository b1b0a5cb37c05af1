import { randomUUID } from 'node:crypto';
import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';

const FIRST_PAUSE_SECONDS = 30;
/** With this pause, about a hundred tries are possible in a day. Nobody ever waits longer than this. */
const LONGEST_PAUSE_SECONDS = 900;

/**
 * Seconds until the next try. The pause doubles with each failure within the last day, up to a quarter of an hour.
 *
 * @param failures how many seconds ago each failure was
 * @param free so many failures cause no pause, since people make typing errors
 */
export function pauseAfter(failures: readonly number[], free: number): number {
  const paused = failures.length - free;
  if (paused < 0) return 0;
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** paused);
  return Math.max(0, pause - Math.min(...failures));
}

/** The keys under which the failures of a try are counted. */
export interface CountedTry {
  /** A keyed hash. */
  readonly subject: string;
  /** So many failures cause no pause. */
  readonly free: number;
  /** Whether a right try forgives the failures before it. */
  readonly isForgiven: boolean;
}

/** A try that was counted as a failure, until it turns out to be right. */
export interface BegunTry {
  isRight(): Promise<void>;
}

/**
 * Counts a try before it is made, so that several tries at the same time can't exceed the limit together. A try that comes too early
 * isn't counted: otherwise somebody who keeps trying would keep everybody out.
 *
 * @param tooSoon makes the error that is thrown when it is too early for another try
 */
export async function beginTry(
  counts: UsageCounts,
  counted: readonly CountedTry[],
  tooSoon: (waitSeconds: number) => Error,
): Promise<BegunTry> {
  const subjects = counted.map(({ subject }) => subject);
  const name = randomUUID();
  const uses = await counts.add(subjects, { name, minutes: 0 });
  const waits = counted.map(({ free }, at) => {
    const earlier = (uses[at] ?? []).filter((use) => use.name !== name);
    return pauseAfter(
      earlier.map(({ secondsAgo }) => secondsAgo),
      free,
    );
  });
  const waitSeconds = Math.max(0, ...waits);
  if (waitSeconds > 0) {
    await counts.takeBack(subjects, name);
    throw tooSoon(waitSeconds);
  }
  return {
    async isRight() {
      await counts.takeBack(subjects, name);
      for (const [at, { subject, isForgiven }] of counted.entries())
        if (isForgiven)
          await counts.remove(
            [subject],
            (uses[at] ?? []).map((use) => use.name),
          );
    },
  };
}
