import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import type { SendAccountMail } from '../account-mail.ts';
import { AuthError } from '../auth-error.ts';
import { FACTOR_METHODS } from '../auth-methods.ts';
import type { Place } from '../devices.ts';
import type { IssuedSession, Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import {
  addChallenge,
  type Challenge,
  challengeOf,
  endChallengesOfPhone,
  removeChallenge,
  spendChallenge,
} from '../store/challenges.ts';
import { type CodeFactor, codeFactorsOf, lockedFactor, verifyFactor } from '../store/code-factors.ts';
import { isAdmin } from '../store/roles.ts';
import { lockedUser } from '../store/users.ts';
import { type Assured, requireSecondFactorIfAny } from './assurance.ts';
import type { Guesser } from './guessers.ts';
import type { PhoneCodes } from './phone-codes.ts';
import { type AskedText, admitText } from './text-limits.ts';
import { stepOfCode } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';
import { isWrong, resultOf, tryCode } from './tries.ts';

/** A question for a code, as the client gets it. */
type AskedChallenge = Pick<Challenge, 'id' | 'expiresAt'> & Pick<CodeFactor, 'type'>;

/** Asking for codes, and checking them. */
export interface CodeChallenges {
  /** @throws AuthError `mfa_factor_not_found`, `insufficient_aal`, `over_sms_send_rate_limit`, `phone_country_not_served`, `sms_send_failed` */
  ask(session: Assured, factorId: string, address: string): Promise<AskedChallenge>;
  /**
   * Raises the session to aal2. The first right code makes the factor count.
   *
   * @param guesser whom a wrong code counts for
   * @throws AuthError `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_verification_failed`, `insufficient_aal`,
   *   `over_request_rate_limit`
   */
  answer(
    session: Assured,
    answer: { readonly factorId: string; readonly challengeId: string; readonly code: string },
    place: Place,
    guesser: Guesser,
  ): Promise<IssuedSession>;
}

interface ChallengesDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly secrets: TotpSecrets;
  readonly phoneCodes: PhoneCodes;
  readonly counts: UsageCounts;
  /** The keyed hash under which something is counted. */
  readonly subject: LimitSubject;
  /** Whether a network address has limits, too. */
  readonly byAddress: boolean;
  /** Whether a number, as E.164, is of a country that texts go to. */
  readonly isServed: (phone: string) => boolean;
  /** Sends a code to a phone, E.164. */
  readonly sendCode: (phone: string, code: string) => Promise<void>;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly now: () => Date;
}

const CHALLENGE_MS = 300_000;

export function createCodeChallenges(deps: ChallengesDeps): CodeChallenges {
  const { pool, sessions, secrets, phoneCodes, counts, subject, byAddress, isServed, sendCode } = deps;
  const { sendMail, record, now } = deps;

  async function usableFactor(session: Assured, id: string): Promise<CodeFactor> {
    const factor = (await codeFactorsOf(pool, session.userId)).find((own) => own.id === id);
    if (!factor) throw new AuthError('mfa_factor_not_found');
    // Who knows the password alone could otherwise add a factor of their own beside the owner's.
    if (factor.status === 'unverified') await requireSecondFactorIfAny(pool, session);
    return factor;
  }

  async function keep(
    factor: CodeFactor,
    codeHash: Buffer | null,
    { id, userId }: { readonly id: string; readonly userId: string },
  ): Promise<AskedChallenge> {
    const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
    await withTransaction(pool, async (db) => {
      if (factor.phone !== null) await endChallengesOfPhone(db, { phone: factor.phone, userId }, now());
      await addChallenge(db, { id, factorId: factor.id, codeHash, expiresAt }, now());
    });
    return { id, expiresAt, type: factor.type };
  }

  async function text(
    factor: CodeFactor,
    { phone, userId, address }: Pick<AskedText, 'phone' | 'userId'> & { readonly address: string },
  ): Promise<AskedChallenge> {
    // Also one that was added when its country was still served: a text there may cost the salon a lot.
    if (!isServed(phone)) throw new AuthError('phone_country_not_served');
    const admitted = await admitText(counts, subject, {
      phone,
      userId,
      address: byAddress ? address : undefined,
      isVerified: factor.status === 'verified',
      isStaff: await isAdmin(pool, userId),
    });
    const id = randomUUID();
    const code = phoneCodes.make();
    const asked = await keep(factor, phoneCodes.hashOf(id, code), { id, userId });
    try {
      await sendCode(phone, code);
    } catch {
      // The cause may name the number.
      await removeChallenge(pool, id);
      await admitted.takeBack();
      throw new AuthError('sms_send_failed');
    }
    return asked;
  }

  /** Tells whether a code is right; for an authenticator app, the step it belongs to. */
  async function checkOf({ id, secret }: CodeFactor, userId: string) {
    const bytes = secret && (await secrets.open({ userId, factorId: id }, secret));
    return (challenge: Challenge, code: string, lastStep: number | null): { step: number | null } | null => {
      if (bytes !== null) {
        const step = stepOfCode(bytes, code, now());
        return step !== null && step > (lastStep ?? -1) ? { step } : null;
      }
      const { codeHash } = challenge;
      const isRight = codeHash !== null && timingSafeEqual(codeHash, phoneCodes.hashOf(challenge.id, code));
      return isRight ? { step: null } : null;
    };
  }

  return {
    async ask(session, factorId, address) {
      const { userId } = session;
      const factor = await usableFactor(session, factorId);
      if (factor.phone !== null) return text(factor, { phone: factor.phone, userId, address });
      return keep(factor, null, { id: randomUUID(), userId });
    },

    async answer(session, { factorId, challengeId, code }, place, guesser) {
      const { userId } = session;
      const known = await usableFactor(session, factorId);
      const asked = await challengeOf(pool, factorId, challengeId);
      if (!asked || asked.verifiedAt !== null || asked.expiresAt <= now())
        throw new AuthError('mfa_challenge_expired');
      const check = await checkOf(known, userId);

      const tried = await tryCode(counts, subject('second factor', userId, ...guesser.countedAs), () =>
        withTransaction(pool, async (db) => {
          await lockedUser(db, userId);
          const factor = await lockedFactor(db, userId, factorId);
          const challenge = await challengeOf(db, factorId, challengeId);
          // Used by a request at the same time, or ended by another code to the same number.
          if (!factor || !challenge || challenge.verifiedAt !== null || challenge.expiresAt <= now())
            return null;
          const right = check(challenge, code.replace(/\s/g, ''), factor.lastStep);
          if (!right) return null;
          await spendChallenge(db, challengeId, now());
          await verifyFactor(db, factorId, { ...right, now: now() });
          const isNew = factor.status === 'unverified';
          const kind = isNew ? 'second-factor-added' : 'second-factor-passed';
          await record({ kind, place, userId, method: factor.type }, db);
          if (isNew) await sendMail({ kind: 'factor-added', userId }, db);
          return sessions.raise(db, session, FACTOR_METHODS[factor.type]);
        }),
      );
      if (isWrong(tried)) await record({ kind: 'second-factor-failed', place, userId, method: known.type });
      return resultOf(tried, 'over_request_rate_limit', guesser);
    },
  };
}
