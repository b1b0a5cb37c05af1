import { randomUUID } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { PasskeyRegistration, PasskeySignIn } from '../../../contracts/accounts/auth-factors.ts';
import type { AccountsContext } from '../context.ts';
import { FACTOR_METHODS } from '../sessions/auth-methods.ts';
import { deviceName } from '../sessions/devices.ts';
import { requireSecondFactorIfAny } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import {
  type AuthAnswer,
  type AuthRequest,
  type Endpoint,
  parseAuth,
} from '../supabase-protocol/endpoint.ts';
import { lockedUser } from '../users/users.ts';
import { addPasskey, credentialById, credentialsOf, passkeyAnswer, recordPasskeyUse } from './passkeys.ts';
import { CEREMONY_MS, type RelyingParty } from './relying-party.ts';

/** A random text that an authenticator is asked to sign. */
interface PasskeyChallenge {
  readonly id: string;
  /** The user who registers a passkey; null for a sign-in. */
  readonly userId: string | null;
  /** In base64url. */
  readonly challenge: string;
  readonly expiresAt: Date;
}

export async function addPasskeyChallenge(
  db: Queryable,
  { id, userId, challenge, expiresAt }: PasskeyChallenge,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-passkey-challenge-add',
    text: `insert into accounts.passkey_challenges (id, user_id, challenge, created_at, expires_at)
      values ($1, $2, $3, $4, $5)`,
    values: [id, userId, challenge, now, expiresAt],
  });
}

/**
 * Marks a challenge as used, even if what follows fails.
 *
 * @returns the challenge; undefined when it has expired, was used before, or belongs to another user
 */
async function takePasskeyChallenge(
  db: Queryable,
  { id, userId }: Pick<PasskeyChallenge, 'id' | 'userId'>,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ challenge: string }>({
    name: 'accounts-passkey-challenge-take',
    text: `update accounts.passkey_challenges set used_at = $3
      where id = $1 and user_id is not distinct from $2::uuid and used_at is null and expires_at > $3
      returning challenge`,
    values: [id, userId, now],
  });
  return rows[0]?.challenge;
}

/** The most passkeys that one user may have. */
const MOST_PASSKEYS = 10;
const METHOD = FACTOR_METHODS.webauthn;

/**
 * Endpoints for registering a passkey and for signing in with one. WebAuthn calls either a ceremony: the service sends options for
 * the authenticator, then gets its response.
 */
export function passkeyCeremonyEndpoints(
  context: AccountsContext,
  relyingParty: RelyingParty,
): readonly Endpoint[] {
  const { pool, authenticate, reauthentication, sessions, sendMail, record, now } = context;

  /** The body that begins a ceremony. */
  async function begin(userId: string | null, options: { readonly challenge: string }) {
    const id = randomUUID();
    const expiresAt = new Date(now().getTime() + CEREMONY_MS);
    await addPasskeyChallenge(pool, { id, userId, challenge: options.challenge, expiresAt }, now());
    return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  }

  async function challengeOf(id: string, userId: string | null): Promise<string> {
    const challenge = await takePasskeyChallenge(pool, { id, userId }, now());
    if (challenge === undefined) throw new AuthError('webauthn_challenge_expired');
    return challenge;
  }

  /** @throws AuthError `reauthentication_needed`, `insufficient_aal`, `too_many_passkeys` */
  async function beginRegistration(request: AuthRequest) {
    const signedIn = await authenticate(request);
    const { user } = signedIn;
    await reauthentication.requireFresh(signedIn);
    const known = await credentialsOf(pool, user.id);
    if (known.length >= MOST_PASSKEYS) throw new AuthError('too_many_passkeys');
    return begin(user.id, await relyingParty.registrationOptions(user, known));
  }

  /**
   * Adds a passkey and raises the session to aal2, since its authenticator has just been used.
   *
   * @throws AuthError `webauthn_challenge_expired`, `webauthn_verification_failed`, `webauthn_credential_exists`,
   *   `insufficient_aal`, `too_many_passkeys`
   */
  async function register(request: AuthRequest): Promise<AuthAnswer> {
    const signedIn = await authenticate(request);
    const { session } = signedIn;
    const { userId } = session;
    const { challenge_id: challengeId, credential } = parseAuth(PasskeyRegistration, request.body);
    const response = { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON;
    const place = await sessions.placeOf(request.device);
    const challenge = await challengeOf(challengeId, userId);
    const registered = await relyingParty.registered(response, challenge);
    if (!registered) throw new AuthError('webauthn_verification_failed');
    const { added, issued } = await withTransaction(pool, async (db) => {
      await lockedUser(db, userId);
      await requireSecondFactorIfAny(db, signedIn);
      if ((await credentialsOf(db, userId)).length >= MOST_PASSKEYS) throw new AuthError('too_many_passkeys');
      const friendlyName = deviceName(place.userAgent);
      const added = await addPasskey(db, { ...registered, id: randomUUID(), userId, friendlyName }, now());
      if (!added) throw new AuthError('webauthn_credential_exists');
      await record({ kind: 'second-factor-added', place, userId, method: METHOD }, db);
      await sendMail({ kind: 'factor-added', userId }, db);
      return { added, issued: await sessions.raise(db, session, METHOD) };
    });
    return { body: { ...passkeyAnswer(added), session: await sessions.answer(issued) } };
  }

  /**
   * Begins a session at aal2: the authenticator is one factor, and the finger or PIN that unlocks it another.
   *
   * @throws AuthError `webauthn_challenge_expired`, `webauthn_credential_not_found`, `webauthn_verification_failed`
   */
  async function signIn(request: AuthRequest): Promise<AuthAnswer> {
    const { challenge_id: challengeId, credential: given } = parseAuth(PasskeySignIn, request.body);
    const { userHandle, ...answered } = given.response;
    const response: AuthenticationResponseJSON = {
      ...given,
      response: { ...answered, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    };
    const place = await sessions.placeOf(request.device);
    const challenge = await challengeOf(challengeId, null);
    const credential = await credentialById(pool, response.id);
    if (!credential) throw new AuthError('webauthn_credential_not_found');
    const used = await relyingParty.used(response, challenge, credential);
    if (!used) throw new AuthError('webauthn_verification_failed');
    const { userId } = credential;
    const issued = await withTransaction(pool, async (db) => {
      await lockedUser(db, userId);
      if (!(await recordPasskeyUse(db, credential.id, { ...used, now: now() })))
        throw new AuthError('webauthn_verification_failed');
      await record({ kind: 'signed-in', place, userId, method: METHOD }, db);
      const begun = await sessions.start(db, { userId, method: METHOD, aal: 'aal2', place });
      await sessions.end(db, begun, 'others-at-aal1');
      return begun;
    });
    return { body: await sessions.answer(issued) };
  }

  return [
    {
      method: 'post',
      path: '/passkeys/registration/options',
      handle: async (request) => ({ body: await beginRegistration(request) }),
    },
    { method: 'post', path: '/passkeys/registration/verify', handle: register },
    {
      method: 'post',
      path: '/passkeys/authentication/options',
      handle: async () => ({ body: await begin(null, await relyingParty.signInOptions()) }),
    },
    { method: 'post', path: '/passkeys/authentication/verify', handle: signIn },
  ];
}
