import { randomUUID } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Pool } from 'pg';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { SendAccountMail } from '../account-mail.ts';
import { AuthError } from '../auth-error.ts';
import { FACTOR_METHODS } from '../auth-methods.ts';
import type { Place } from '../devices.ts';
import type { IssuedSession, Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { addPasskeyChallenge, takePasskeyChallenge } from '../store/passkey-challenges.ts';
import {
  addPasskey,
  credentialById,
  credentialsOf,
  type Passkey,
  recordPasskeyUse,
} from '../store/passkeys.ts';
import { endSessionRows } from '../store/sessions.ts';
import { lockedUser, type User } from '../store/users.ts';
import { deviceName } from '../user-agents.ts';
import { type Assured, requireSecondFactorIfAny } from './assurance.ts';
import { CEREMONY_MS, type RelyingParty } from './relying-party.ts';

/** A question for an authenticator. */
export interface Ceremony<Options> {
  readonly challengeId: string;
  readonly options: Options;
  readonly expiresAt: Date;
}

/** An authenticator's answer to one. */
interface CeremonyAnswer<Response> {
  readonly challengeId: string;
  readonly response: Response;
}

/** A passkey that somebody has just added, and the session that shows so. */
interface Registered {
  readonly passkey: Passkey;
  readonly issued: IssuedSession;
}

/** Registering passkeys, and signing in with them. */
export interface Passkeys {
  /** @throws AuthError `insufficient_aal`, `too_many_passkeys` */
  beginRegistration(user: User, session: Assured): Promise<Ceremony<PublicKeyCredentialCreationOptionsJSON>>;
  /**
   * Adds a passkey and raises the session to aal2, since whoever holds it has proven so.
   *
   * @throws AuthError `webauthn_challenge_expired`, `webauthn_verification_failed`, `webauthn_credential_exists`,
   *   `insufficient_aal`, `too_many_passkeys`
   */
  register(
    session: Assured,
    answer: CeremonyAnswer<RegistrationResponseJSON>,
    place: Place,
  ): Promise<Registered>;
  beginSignIn(): Promise<Ceremony<PublicKeyCredentialRequestOptionsJSON>>;
  /**
   * Begins a session at aal2: the authenticator is one factor, and the finger or PIN that unlocked it another.
   *
   * @throws AuthError `webauthn_challenge_expired`, `webauthn_credential_not_found`, `webauthn_verification_failed`
   */
  signIn(answer: CeremonyAnswer<AuthenticationResponseJSON>, place: Place): Promise<IssuedSession>;
}

interface PasskeysDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly relyingParty: RelyingParty;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly now: () => Date;
}

/** Of one user. */
const MOST_PASSKEYS = 10;
const METHOD = FACTOR_METHODS.webauthn;

export function createPasskeys({
  pool,
  sessions,
  relyingParty,
  sendMail,
  record,
  now,
}: PasskeysDeps): Passkeys {
  async function begin<Options extends { readonly challenge: string }>(
    userId: string | null,
    options: Options,
  ): Promise<Ceremony<Options>> {
    const id = randomUUID();
    const expiresAt = new Date(now().getTime() + CEREMONY_MS);
    await addPasskeyChallenge(pool, { id, userId, challenge: options.challenge, expiresAt }, now());
    return { challengeId: id, options, expiresAt };
  }

  async function challengeOf(id: string, userId: string | null): Promise<string> {
    const challenge = await takePasskeyChallenge(pool, { id, userId }, now());
    if (challenge === undefined) throw new AuthError('webauthn_challenge_expired');
    return challenge;
  }

  return {
    async beginRegistration(user, session) {
      await requireSecondFactorIfAny(pool, session);
      const known = await credentialsOf(pool, user.id);
      if (known.length >= MOST_PASSKEYS) throw new AuthError('too_many_passkeys');
      return begin(user.id, await relyingParty.registrationOptions(user, known));
    },

    async register(session, { challengeId, response }, place) {
      const { userId } = session;
      const challenge = await challengeOf(challengeId, userId);
      const registered = await relyingParty.registered(response, challenge);
      if (!registered) throw new AuthError('webauthn_verification_failed');
      return withTransaction(pool, async (db) => {
        await lockedUser(db, userId);
        await requireSecondFactorIfAny(db, session);
        if ((await credentialsOf(db, userId)).length >= MOST_PASSKEYS)
          throw new AuthError('too_many_passkeys');
        const passkey = {
          ...registered,
          id: randomUUID(),
          userId,
          friendlyName: deviceName(place.userAgent),
        };
        const added = await addPasskey(db, passkey, now());
        if (!added) throw new AuthError('webauthn_credential_exists');
        await record({ kind: 'second-factor-added', place, userId, method: METHOD }, db);
        await sendMail({ kind: 'factor-added', userId }, db);
        return { passkey: added, issued: await sessions.raise(db, session, METHOD) };
      });
    },

    beginSignIn: async () => begin(null, await relyingParty.signInOptions()),

    async signIn({ challengeId, response }, place) {
      const challenge = await challengeOf(challengeId, null);
      const credential = await credentialById(pool, response.id);
      if (!credential) throw new AuthError('webauthn_credential_not_found');
      const used = await relyingParty.used(response, challenge, credential);
      if (!used) throw new AuthError('webauthn_verification_failed');
      const { userId } = credential;
      return withTransaction(pool, async (db) => {
        await lockedUser(db, userId);
        if (!(await recordPasskeyUse(db, credential.id, { ...used, now: now() })))
          throw new AuthError('webauthn_verification_failed');
        await record({ kind: 'signed-in', place, userId, method: METHOD }, db);
        const issued = await sessions.start(db, { userId, method: METHOD, aal: 'aal2', place });
        await endSessionRows(db, issued, 'others-at-aal1', now());
        return issued;
      });
    },
  };
}
