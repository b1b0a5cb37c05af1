import { randomUUID } from 'node:crypto';
import type { AccountsContext } from '../context.ts';
import { spokenWait } from '../limits.ts';
import { LINK_METHODS } from '../sessions/auth-methods.ts';
import type { Device, Devices } from '../sessions/devices.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

/** So many wrong codes cause no pause, since people make typing errors. */
const FREE_FAILURES = 5;
const FIRST_PAUSE_SECONDS = 30;
/** With this pause, about a hundred of a million codes can be tried in a day. The owner never waits longer than this. */
const LONGEST_PAUSE_SECONDS = 900;

/**
 * Seconds until the next try. The pause doubles with each failure within the last day, up to a quarter of an hour.
 *
 * @param failures how many seconds ago each failure was
 */
export function pauseAfter(failures: readonly number[]): number {
  const paused = failures.length - FREE_FAILURES;
  if (paused < 0) return 0;
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** paused);
  return Math.max(0, pause - Math.min(...failures));
}

/** Who enters codes of a second factor: wrong ones count against them. */
interface Guesser {
  /** Together with the user's id, this identifies the count. */
  readonly countedAs: readonly string[];
  /** True if they have proven only that they know the password, which may be stolen. */
  readonly hasPasswordOnly: boolean;
}

/**
 * For each user, everybody who has shown only the password shares one count, so that more sessions or devices give no more tries.
 * They can't use up the tries of a device that has shown a second factor before, or of somebody who came by a mailed link.
 */
export async function guesserOf(
  devices: Pick<Devices, 'withSecondFactor'>,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  device: Device,
): Promise<Guesser> {
  const hash = await devices.withSecondFactor(device, user.id);
  if (hash !== undefined) return { countedAs: ['device', hash], hasPasswordOnly: false };
  const byMail: readonly string[] = Object.values(LINK_METHODS);
  const isByMail = session.amr.some(({ method }) => byMail.includes(method));
  return { countedAs: isByMail ? ['by mail'] : [], hasPasswordOnly: !isByMail };
}

interface Guess<Result> {
  /** What is guessed. It is the same for all challenges and sessions. */
  readonly what: readonly [kind: 'second factor' | 'recovery code', userId: string];
  readonly guesser: Guesser;
  /** The error when it is too early for another try. */
  readonly tooSoon: 'over_request_rate_limit' | 'mfa_recovery_codes_locked';
  /** Null when the code is wrong. */
  readonly attempt: () => Promise<Result | null>;
  readonly onWrong: () => Promise<void>;
}

/**
 * Tries a code, and slows down people who guess. A try is counted before it is made, so that several tries at the same time can't
 * exceed the limit together. A right code removes the failures from the count.
 *
 * @throws AuthError `mfa_verification_failed` for a wrong code, `tooSoon` for one that was not tried
 */
export async function tryCode<Result>(
  { counts, subject }: Pick<AccountsContext, 'counts' | 'subject'>,
  { what, guesser: { countedAs, hasPasswordOnly }, tooSoon, attempt, onWrong }: Guess<Result>,
): Promise<Result> {
  const counted = [subject(...what, ...countedAs)];
  const name = randomUUID();
  const [uses = []] = await counts.add(counted, { name, minutes: 0 });
  const earlier = uses.filter((use) => use.name !== name);
  const waitSeconds = pauseAfter(earlier.map(({ secondsAgo }) => secondsAgo));
  if (waitSeconds > 0) {
    await counts.refund(counted, name);
    // If the failures weren't made by the reader of this text, somebody else knows the password. So it offers to choose a new one.
    const wayOut = hasPasswordOnly
      ? ', or choose a new password by email and try again at once.'
      : ' and try again.';
    const text = `Too many wrong codes. Please wait ${spokenWait(waitSeconds)}${wayOut}`;
    throw new AuthError(tooSoon, { text, retryAfterSeconds: waitSeconds });
  }
  const result = await attempt();
  if (result === null) {
    await onWrong();
    throw new AuthError('mfa_verification_failed');
  }
  const names = uses.map((use) => use.name);
  await counts.remove(counted, names);
  return result;
}
