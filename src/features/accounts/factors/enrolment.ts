import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { SendAccountMail } from '../account-mail.ts';
import { AuthError } from '../auth-error.ts';
import { FACTOR_METHODS } from '../auth-methods.ts';
import type { Place } from '../devices.ts';
import type { Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import {
  addFactor,
  type CodeFactor,
  codeFactorsOf,
  lockedFactor,
  removeFactor,
} from '../store/code-factors.ts';
import { needsSecondFactor } from '../store/factors.ts';
import { credentialsOf, removePasskey } from '../store/passkeys.ts';
import type { Queryable } from '../store/queryable.ts';
import { removeRecoveryCodes } from '../store/recovery-codes.ts';
import { lockedUser, type User } from '../store/users.ts';
import { type Assured, requireSecondFactorIfAny } from './assurance.ts';
import { newTotpSecret, type TotpInvitation, totpInvitation } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';

/** What a user asks for. */
export type WantedFactor =
  | { readonly type: 'totp'; readonly friendlyName: string; readonly issuer: string | undefined }
  /** @property phone E.164 */
  | { readonly type: 'phone'; readonly friendlyName: string; readonly phone: string };

/** A factor that counts once a first code has been entered. */
interface EnrolledFactor {
  readonly id: string;
  readonly invitation?: TotpInvitation;
}

/** Adding and removing second factors. */
export interface Enrolment {
  /**
   * @throws AuthError `insufficient_aal`, `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`,
   *   `mfa_verified_factor_exists`, `phone_country_not_served`
   */
  enrol(user: User, session: Assured, wanted: WantedFactor): Promise<EnrolledFactor>;
  /**
   * Removes a factor or a passkey, and what sessions have shown by it.
   *
   * @param removal whether its session has just shown who it is, which giving up a factor that was only begun doesn't need
   * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`
   */
  unenrol(
    session: Assured,
    id: string,
    removal: { readonly place: Place; readonly isFresh: boolean },
  ): Promise<void>;
}

interface EnrolmentDeps {
  readonly pool: Pool;
  readonly secrets: TotpSecrets;
  readonly sessions: Pick<Sessions, 'lower'>;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly salonName: string;
  /** Whether a number, as E.164, is of a country that texts go to. */
  readonly isServed: (phone: string) => boolean;
  readonly now: () => Date;
}

/** Of one user, passkeys not counted. */
const MOST_FACTORS = 10;
/** A factor that nobody has entered a code of by then is removed. */
const UNVERIFIED_MS = 3_600_000;

export function createEnrolment(deps: EnrolmentDeps): Enrolment {
  const { pool, secrets, sessions, sendMail, record, salonName, isServed, now } = deps;
  /** Removes what was begun and given up, and what the new factor takes the place of. */
  async function remaining(
    db: Queryable,
    userId: string,
    { friendlyName }: WantedFactor,
  ): Promise<CodeFactor[]> {
    const isOver = (factor: CodeFactor) =>
      factor.status === 'unverified' &&
      (now().getTime() - factor.createdAt.getTime() > UNVERIFIED_MS ||
        (friendlyName !== '' && factor.friendlyName === friendlyName));
    const factors = await codeFactorsOf(db, userId);
    for (const { id } of factors.filter(isOver)) await removeFactor(db, id);
    return factors.filter((factor) => !isOver(factor));
  }

  return {
    async enrol(user, session, wanted) {
      const id = randomUUID();
      const bytes = newTotpSecret();
      const secret =
        wanted.type === 'totp' ? await secrets.seal({ userId: user.id, factorId: id }, bytes) : null;
      const phone = wanted.type === 'phone' ? wanted.phone : null;
      if (phone !== null && !isServed(phone)) throw new AuthError('phone_country_not_served');
      const { type, friendlyName } = wanted;

      await withTransaction(pool, async (db) => {
        // The lock keeps two requests from adding past the limit together.
        await lockedUser(db, user.id);
        await requireSecondFactorIfAny(db, session);
        const others = await remaining(db, user.id, wanted);
        if (others.length >= MOST_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
        if (friendlyName !== '' && others.some((other) => other.friendlyName === friendlyName))
          throw new AuthError('mfa_factor_name_conflict');
        if (phone !== null && others.some((other) => other.status === 'verified' && other.phone === phone))
          throw new AuthError('mfa_verified_factor_exists');
        await addFactor(db, user.id, { id, type, friendlyName, secret, phone, createdAt: now() });
      });
      if (wanted.type === 'phone') return { id };
      return { id, invitation: totpInvitation(bytes, wanted.issuer ?? salonName, user.email) };
    },

    async unenrol(session, id, { place, isFresh }) {
      const { userId } = session;
      await withTransaction(pool, async (db) => {
        await lockedUser(db, userId);
        const factor = await lockedFactor(db, userId, id);
        const isPasskey = !factor && (await credentialsOf(db, userId)).some((passkey) => passkey.id === id);
        if (!factor && !isPasskey) throw new AuthError('mfa_factor_not_found');
        if (factor?.status !== 'unverified') {
          await requireSecondFactorIfAny(db, session);
          if (!isFresh) throw new AuthError('reauthentication_needed');
        }
        if (factor) await removeFactor(db, id);
        else await removePasskey(db, userId, id);
        if (factor?.status === 'unverified') return;
        const type = factor?.type ?? 'webauthn';
        await record({ kind: 'second-factor-removed', place, userId, method: type }, db);
        await sendMail({ kind: 'factor-removed', userId }, db);
        const othersLeft = await needsSecondFactor(db, userId);
        await sessions.lower(db, userId, { removed: FACTOR_METHODS[type], othersLeft });
        // They stand in for a factor, and must not be one by themselves.
        if (!othersLeft) await removeRecoveryCodes(db, userId);
      });
    },
  };
}
