import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { FactorCode, FactorPath, NewChallenge } from '../../../contracts/accounts/auth-factors.ts';
import type { AccountsContext } from '../context.ts';
import { FACTOR_METHODS } from '../sessions/auth-methods.ts';
import type { IssuedSession } from '../sessions/sessions.ts';
import { requireSecondFactorIfAny, type SignedIn } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { type AuthRequest, type Endpoint, parseAuth } from '../supabase-protocol/endpoint.ts';
import { isStaff } from '../users/staff.ts';
import { lockedUser } from '../users/users.ts';
import { guesserOf, tryCode } from './code-guesses.ts';
import { type CodeFactor, codeFactorsOf, lockedFactor, verifyFactor } from './factors.ts';
import { type AskedText, admitText, type PhoneCodes } from './phone-codes.ts';
import { stepOfCode, type TotpSecrets } from './totp.ts';

/** The request for a code of one factor, which the user then enters. */
interface Challenge {
  readonly id: string;
  readonly factorId: string;
  /** Keyed hash of the code sent to a phone; null for an authenticator app. */
  readonly codeHash: Buffer | null;
  readonly expiresAt: Date;
  readonly verifiedAt: Date | null;
}

async function addChallenge(
  db: Queryable,
  { id, factorId, codeHash, expiresAt }: Omit<Challenge, 'verifiedAt'>,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-challenge-add',
    text: `insert into accounts.challenges (id, factor_id, code_hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5)`,
    values: [id, factorId, codeHash, now, expiresAt],
  });
}

/** The challenge with this id, if it belongs to this factor. */
async function challengeOf(db: Queryable, factorId: string, id: string): Promise<Challenge | undefined> {
  const { rows } = await db.query<Challenge>({
    name: 'accounts-challenge-of',
    text: `select id, factor_id as "factorId", code_hash as "codeHash", expires_at as "expiresAt",
        verified_at as "verifiedAt"
      from accounts.challenges where factor_id = $1 and id = $2`,
    values: [factorId, id],
  });
  return rows[0];
}

/** Marks a challenge as used. */
async function spendChallenge(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-challenge-use',
    text: 'update accounts.challenges set verified_at = $2 where id = $1',
    values: [id, now],
  });
}

/** Ends a user's challenges of every factor with this number, since only one code at a time is valid for a number. */
async function endChallengesOfPhone(db: Queryable, phone: string, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-challenges-of-phone-end',
    text: `update accounts.challenges set expires_at = $2
      where expires_at > $2 and verified_at is null
        and factor_id in (select id from accounts.factors where phone = $1 and user_id = $3)`,
    values: [phone, now, userId],
  });
}

async function removeChallenge(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'accounts-challenge-remove',
    text: 'delete from accounts.challenges where id = $1',
    values: [id],
  });
}

interface ChallengesDeps extends AccountsContext {
  readonly secrets: TotpSecrets;
  readonly phoneCodes: PhoneCodes;
  /** Whether text messages are sent to the country of this number (E.164). */
  readonly isServed: (phone: string) => boolean;
  /** Sends a code to a phone (E.164). */
  readonly sendCode: (phone: string, code: string) => Promise<void>;
}

const CHALLENGE_MS = 300_000;

/** Endpoints for asking for a code of a second factor, and for entering the code. */
export function challengeEndpoints(deps: ChallengesDeps): readonly Endpoint[] {
  const { pool, authenticate, sessions, knownAddresses, secrets, phoneCodes, isServed, sendCode } = deps;
  const { counts, subject, byAddress, sendMail, record, now } = deps;

  async function usableFactor(signedIn: SignedIn, id: string): Promise<CodeFactor> {
    const factor = (await codeFactorsOf(pool, signedIn.user.id)).find((own) => own.id === id);
    if (!factor) throw new AuthError('mfa_factor_not_found');
    // Without this check, somebody who knows only the password could add a factor of their own beside the owner's.
    if (factor.status === 'unverified') await requireSecondFactorIfAny(pool, signedIn);
    return factor;
  }

  async function storeChallenge(
    { id: factorId, phone }: CodeFactor,
    userId: string,
    id: string,
    codeHash: Buffer | null,
  ) {
    const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
    await withTransaction(pool, async (db) => {
      if (phone !== null) await endChallengesOfPhone(db, phone, userId, now());
      await addChallenge(db, { id, factorId, codeHash, expiresAt }, now());
    });
    return { id, expiresAt };
  }

  async function sendTextCode(
    factor: CodeFactor,
    { phone, userId, address }: Pick<AskedText, 'phone' | 'userId'> & { readonly address: string },
  ) {
    // Checked again, since the country may no longer be served, and a text message there may cost the salon a lot.
    if (!isServed(phone)) throw new AuthError('phone_country_not_served');
    const admitted = await admitText(counts, subject, {
      phone,
      userId,
      address: byAddress ? address : undefined,
      isVerified: factor.status === 'verified',
      isStaff: await isStaff(pool, userId),
    });
    const id = randomUUID();
    const code = phoneCodes.make();
    const challenge = await storeChallenge(factor, userId, id, phoneCodes.hashOf(id, code));
    try {
      await sendCode(phone, code);
    } catch {
      // The error isn't passed on, since it may contain the number.
      await removeChallenge(pool, id);
      await admitted.takeBack();
      throw new AuthError('sms_send_failed');
    }
    return challenge;
  }

  /**
   * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`, `over_sms_send_rate_limit`, `phone_country_not_served`,
   *   `sms_send_failed`
   */
  async function askForCode(signedIn: SignedIn, factorId: string, address: string) {
    const userId = signedIn.user.id;
    const factor = await usableFactor(signedIn, factorId);
    const { type, phone } = factor;
    const challenge =
      phone === null
        ? await storeChallenge(factor, userId, randomUUID(), null)
        : await sendTextCode(factor, { phone, userId, address });
    return { ...challenge, type };
  }

  /** Makes a function that tells whether a code is right, and for an authenticator app the time step that the code belongs to. */
  async function checkerOf({ id, secret }: CodeFactor, userId: string) {
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

  /**
   * Raises the session to aal2. For a new factor, the first right code also verifies the factor.
   *
   * @throws AuthError `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_verification_failed`, `insufficient_aal`,
   *   `over_request_rate_limit`
   */
  async function verifyCode(request: AuthRequest): Promise<IssuedSession> {
    const signedIn = await authenticate(request);
    const { challenge_id: challengeId, code } = parseAuth(FactorCode, request.body);
    const { id: factorId } = parseAuth(FactorPath, request.params);
    const { session } = signedIn;
    const { userId } = session;
    const place = await sessions.placeOf(request.device);
    const guesser = await guesserOf(knownAddresses, signedIn, request.device);
    const known = await usableFactor(signedIn, factorId);
    const asked = await challengeOf(pool, factorId, challengeId);
    if (!asked || asked.verifiedAt !== null || asked.expiresAt <= now())
      throw new AuthError('mfa_challenge_expired');
    const check = await checkerOf(known, userId);

    return tryCode(deps, {
      what: ['second factor', userId],
      guesser,
      tooSoon: 'over_request_rate_limit',
      check: () =>
        withTransaction(pool, async (db) => {
          await lockedUser(db, userId);
          const factor = await lockedFactor(db, userId, factorId);
          const challenge = await challengeOf(db, factorId, challengeId);
          // Another request has used the challenge meanwhile, or a newer code to the same number has replaced it.
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
      onWrong: () => record({ kind: 'second-factor-failed', place, userId, method: known.type }),
    });
  }

  return [
    {
      method: 'post',
      path: '/factors/:id/challenge',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        parseAuth(NewChallenge, request.body);
        const { id: factorId } = parseAuth(FactorPath, request.params);
        const { id, type, expiresAt } = await askForCode(signedIn, factorId, request.device.address);
        return { body: { id, type, expires_at: Math.floor(expiresAt.getTime() / 1000) } };
      },
    },
    {
      method: 'post',
      path: '/factors/:id/verify',
      handle: async (request) => ({ body: await sessions.answer(await verifyCode(request)) }),
    },
  ];
}
