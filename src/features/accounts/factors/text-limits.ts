import { randomUUID } from 'node:crypto';
import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';

/** At most so many within so many seconds. */
interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** One code at a time is on its way to a number, and nobody is woken by fifty. */
export const NUMBER_LIMITS: readonly Limit[] = [
  { most: 1, seconds: 60 },
  { most: 5, seconds: 3_600 },
];
/** Whatever the number: each text costs the salon money. */
export const USER_LIMITS: readonly Limit[] = [
  { most: 8, seconds: 3_600 },
  { most: 20, seconds: 86_400 },
];

/**
 * Seconds until another text may be sent; 0 for at once.
 *
 * @param sent how many seconds ago each earlier text was sent
 */
export function waitFor(limits: readonly Limit[], sent: readonly number[]): number {
  const newestFirst = sent.toSorted((one, other) => one - other);
  return Math.max(
    0,
    ...limits.map(({ most, seconds }) => {
      const oldest = newestFirst[most - 1];
      return oldest === undefined ? 0 : seconds - oldest;
    }),
  );
}

/** Whether a text may be sent: it counts from then on, unless it is taken back. */
export type AdmittedText =
  | { readonly waitSeconds: number }
  | { readonly waitSeconds: 0; takeBack(): Promise<void> };

/**
 * Counts a text before it is sent, so that requests at the same time can't pass together.
 *
 * @param number keyed hash of the phone number
 * @param user keyed hash of who asks
 */
export async function admitText(
  counts: UsageCounts,
  { number, user }: { readonly number: string; readonly user: string },
): Promise<AdmittedText> {
  const name = randomUUID();
  const subjects = [number, user];
  const takeBack = () => counts.takeBack(subjects, name);
  const [toNumber = [], byUser = []] = await counts.add(subjects, { name, minutes: 0 });
  const earlier = (uses: typeof toNumber) =>
    uses.filter((use) => use.name !== name).map(({ secondsAgo }) => secondsAgo);
  const waitSeconds = Math.max(
    waitFor(NUMBER_LIMITS, earlier(toNumber)),
    waitFor(USER_LIMITS, earlier(byUser)),
  );
  if (waitSeconds === 0) return { waitSeconds, takeBack };
  await takeBack();
  return { waitSeconds };
}
