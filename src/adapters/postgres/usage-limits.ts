import { randomUUID } from 'node:crypto';
import type { UsageCounts } from './usage-counts.ts';

export interface UsageLimit {
  readonly most: number;
  readonly seconds: number;
}

/** A subject under which a use counts, and the subject's limits. */
export interface LimitedSubject {
  /** A keyed hash of what is counted. */
  readonly subject: string;
  readonly limits: readonly UsageLimit[];
  /** Uses that are still allowed when the limits are reached, so that strangers can't use up everything. */
  readonly reserve?: UsageLimit;
}

/** A use that has been counted. */
export interface AdmittedUse {
  /** Takes the use out of the count again, because it didn't happen after all. */
  takeBack(): Promise<void>;
}

/**
 * Seconds until the limits allow one more use; 0 if they allow it now.
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
    // The limit is full until the oldest of its last `most` uses is older than its time.
    const oldest = newestFirst[most - 1];
    return oldest === undefined ? 0 : seconds - oldest;
  });
  const wait = Math.max(0, ...waits);
  return wait === 0 || reserve === undefined ? wait : Math.min(wait, waitFor([reserve], earlier));
}

/**
 * Counts a use before it happens, so that several uses at the same time can't exceed the limits together. Refused uses don't
 * count: otherwise somebody who keeps trying would keep everybody out.
 *
 * @param name identifies the use; a second call with the same name is about the same use
 * @returns how many seconds the use has to wait instead; 0 if it is admitted
 */
export async function countUse(
  counts: UsageCounts,
  limited: readonly LimitedSubject[],
  name: string,
): Promise<AdmittedUse & { readonly waitSeconds: number }> {
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
  const waitSeconds = Math.max(0, ...waits);
  if (waitSeconds > 0) await takeBack();
  return { waitSeconds, takeBack };
}

/** Counts a use likewise. @param refuse makes the error for a use that has to wait */
export async function admitUse(
  counts: UsageCounts,
  limited: readonly LimitedSubject[],
  refuse: (waitSeconds: number) => Error,
): Promise<AdmittedUse> {
  const { waitSeconds, takeBack } = await countUse(counts, limited, randomUUID());
  if (waitSeconds > 0) throw refuse(waitSeconds);
  return { takeBack };
}
