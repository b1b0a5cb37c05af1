import { randomUUID } from 'node:crypto';
import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { AuthError } from '../auth-error.ts';
import { spokenWait } from '../spoken-wait.ts';
import type { Guesser } from './guessers.ts';

/** Mistyping costs nothing. */
const FREE_FAILURES = 5;
const FIRST_PAUSE_SECONDS = 30;
/** About a hundred codes a day at most, of a million: and the owner never waits longer than this. */
const LONGEST_PAUSE_SECONDS = 900;

/**
 * Seconds until the next try may be made. The pause doubles with each failure of the last day, up to a quarter of an hour.
 *
 * @param failures how many seconds ago each failure was
 */
export function pauseAfter(failures: readonly number[]): number {
  const paused = failures.length - FREE_FAILURES;
  if (paused < 0) return 0;
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** paused);
  return Math.max(0, pause - Math.min(...failures));
}

/** The result of a try: what a right code led to, or how many seconds to wait before trying at all. */
type Tried<Result> =
  | { readonly waitSeconds: number }
  | { readonly waitSeconds?: undefined; readonly result: Result | null };

/**
 * Slows a guesser of codes. Each try is counted before it is made, so that tries made at once can't pass together; a right
 * code takes the failures out of the count.
 *
 * @param subject keyed hash of what is guessed at, the same across challenges and sessions
 * @param attempt null when the code was wrong
 */
export async function tryCode<Result>(
  counts: UsageCounts,
  subject: string,
  attempt: () => Promise<Result | null>,
): Promise<Tried<Result>> {
  const name = randomUUID();
  const [uses = []] = await counts.add([subject], { name, minutes: 0 });
  const earlier = uses.filter((use) => use.name !== name);
  const waitSeconds = pauseAfter(earlier.map(({ secondsAgo }) => secondsAgo));
  if (waitSeconds > 0) {
    await counts.takeBack([subject], name);
    return { waitSeconds };
  }
  const result = await attempt();
  if (result !== null)
    await counts.remove(
      [subject],
      uses.map((use) => use.name),
    );
  return { result };
}

/** Whether a code was tried, and wrong. */
export const isWrong = (tried: Tried<unknown>): boolean =>
  tried.waitSeconds === undefined && tried.result === null;

/** @throws AuthError `mfa_verification_failed` for a wrong code, `tooSoon` for one that was not tried */
export function resultOf<Result>(
  tried: Tried<Result>,
  tooSoon: 'over_request_rate_limit' | 'mfa_recovery_codes_locked',
  { hasPasswordOnly }: Pick<Guesser, 'hasPasswordOnly'>,
): Result {
  if (tried.waitSeconds !== undefined) {
    const { waitSeconds } = tried;
    // Where they aren't the reader's own, somebody else knows the password.
    const wayOut = hasPasswordOnly
      ? ', or choose a new password by email and try again at once.'
      : ' and try again.';
    const text = `Too many wrong codes. Please wait ${spokenWait(waitSeconds)}${wayOut}`;
    throw new AuthError(tooSoon, { text, retryAfterSeconds: waitSeconds });
  }
  if (tried.result === null) throw new AuthError('mfa_verification_failed');
  return tried.result;
}
