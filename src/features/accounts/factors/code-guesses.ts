import type { AccountsContext } from '../context.ts';
import { spokenWait } from '../limits.ts';
import { beginTry } from '../pauses.ts';
import { LINK_METHODS } from '../sessions/auth-methods.ts';
import type { Device } from '../sessions/devices.ts';
import type { KnownAddresses } from '../sessions/known-addresses.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

/** So many wrong codes cause no pause. */
const FREE_FAILURES = 5;

/** The person who enters codes of a second factor: wrong ones count against them. */
interface Guesser {
  /** Together with the user's id, this identifies the count. */
  readonly countedAs: readonly string[];
  /** Whether their session began with a mailed link. */
  readonly isByMail: boolean;
}

/**
 * For each user, everybody who has shown only the password shares one count, so that more sessions or addresses give no more tries.
 * They can't use up the tries at an address where a second factor was shown before, or of somebody who came by a mailed link.
 */
export async function guesserOf(
  { hasShownSecondFactor }: Pick<KnownAddresses, 'hasShownSecondFactor'>,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  { address }: Pick<Device, 'address'>,
): Promise<Guesser> {
  const byMail: readonly string[] = Object.values(LINK_METHODS);
  if (session.amr.some(({ method }) => byMail.includes(method)))
    return { countedAs: ['by mail'], isByMail: true };
  const isKnown = await hasShownSecondFactor(address, user.id);
  return { countedAs: isKnown ? ['at', address] : [], isByMail: false };
}

interface Guess<Result> {
  /** The kind of code and its user. It is the same for all challenges and sessions. */
  readonly what: readonly [kind: 'second factor' | 'recovery code', userId: string];
  readonly guesser: Guesser;
  /** The error when it is too early for another try. */
  readonly tooSoon: 'over_request_rate_limit' | 'mfa_recovery_codes_locked';
  /** Null when the code is wrong. */
  readonly check: () => Promise<Result | null>;
  readonly onWrong: () => Promise<void>;
}

/**
 * Tries a code, and slows down people who guess. A right code removes the failures from the count.
 *
 * @throws AuthError `mfa_verification_failed` for a wrong code, `tooSoon` for one that was not tried
 */
export async function tryCode<Result>(
  { counts, subject }: Pick<AccountsContext, 'counts' | 'subject'>,
  { what, guesser: { countedAs, isByMail }, tooSoon, check, onWrong }: Guess<Result>,
): Promise<Result> {
  const counted = { subject: subject(...what, ...countedAs), free: FREE_FAILURES, isForgiven: true };
  const begun = await beginTry(counts, [counted], (retryAfterSeconds) => {
    // If the failures weren't made by the reader of this text, somebody else knows the password. So it offers to choose a new one.
    const wayOut = isByMail
      ? ' and try again.'
      : ', or choose a new password by email and try again at once.';
    const text = `Too many wrong codes. Please wait ${spokenWait(retryAfterSeconds)}${wayOut}`;
    return new AuthError(tooSoon, { text, retryAfterSeconds });
  });
  const result = await check();
  if (result === null) {
    await onWrong();
    throw new AuthError('mfa_verification_failed');
  }
  await begun.isRight();
  return result;
}
