import { randomUUID } from 'node:crypto';
import type { UsageCounts } from './usage-counts.ts';

/** At most so many uses within so many seconds. */
export interface UsageLimit {
  readonly most: number;
  readonly seconds: number;
}

/** What a use counts under, and the limits of that. */
export interface LimitedSubject {
  /** Keyed hash. */
  readonly subject: string;
  readonly limits: readonly UsageLimit[];
  /** What is still allowed beyond the limits, so that strangers can't use up everything. */
  readonly reserve?: UsageLimit;
}

/** A use that has been counted. */
export interface AdmittedUse {
  /** Takes it out of the count again: it didn't happen after all. */
  takeBack(): Promise<void>;
}

/**
 * Seconds until there is room for one more; 0 while there is.
 *
 * @param earlier how many seconds ago each use was
 */
export function waitFor(
  limits: readonly UsageLimit[],
  earlier: readonly number[],
  reserve?: UsageLimit,
): number {
  const newestFirst = earlier.toSorted((one, other) => one - other);
  const waits = limits.map(({ most, seconds }) => {
    // The oldest use that still fills the limit has to go.
    const oldest = newestFirst[most - 1];
    return oldest === undefined ? 0 : seconds - oldest;
  });
  const wait = Math.max(0, ...waits);
  return wait === 0 || reserve === undefined ? wait : Math.min(wait, waitFor([reserve], earlier));
}

/**
 * Counts a use before it happens, so that uses at the same time can't pass together. Refused uses don't count: otherwise
 * somebody who keeps trying would keep everybody out.
 *
 * @param refuse makes the error for a use that has to wait
 * @param name of the use; again with the same name it is the same use
 */
export async function admitUse(
  counts: UsageCounts,
  limited: readonly LimitedSubject[],
  refuse: (waitSeconds: number) => Error,
  name: string = randomUUID(),
): Promise<AdmittedUse> {
  const subjects = limited.map(({ subject }) => subject);
  const counted = await counts.add(subjects, { name, minutes: 0 });
  const takeBack = () => counts.takeBack(subjects, name);
  const waits = limited.map(({ limits, reserve }, at) => {
    const earlier = (counted[at] ?? []).filter((use) => use.name !== name);
    return waitFor(
      limits,
      earlier.map(({ secondsAgo }) => secondsAgo),
      reserve,
    );
  });
  const wait = Math.max(0, ...waits);
  if (wait === 0) return { takeBack };
  await takeBack();
  throw refuse(wait);
}
