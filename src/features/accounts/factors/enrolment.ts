import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { FactorPath, NewFactor } from '../../../contracts/accounts/auth-factors.ts';
import type { AccountsContext } from '../context.ts';
import { FACTOR_METHODS } from '../sessions/auth-methods.ts';
import { requireSecondFactorIfAny } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { type AuthRequest, type Endpoint, parseAuth } from '../supabase-protocol/endpoint.ts';
import { lockedUser } from '../users/users.ts';
import {
  addFactor,
  type CodeFactor,
  codeFactorsOf,
  lockedFactor,
  needsSecondFactor,
  removeFactor,
} from './factors.ts';
import { credentialsOf, removePasskey } from './passkeys.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, type TotpSecrets, totpInvitation } from './totp.ts';

/** The factor that a user wants to add. */
type WantedFactor =
  | { readonly type: 'totp'; readonly friendlyName: string; readonly issuer: string | undefined }
  /** @property phone E.164 */
  | { readonly type: 'phone'; readonly friendlyName: string; readonly phone: string };

interface EnrolmentDeps extends AccountsContext {
  readonly secrets: TotpSecrets;
  salonName(): string;
  /** Whether text messages are sent to the country of this number (E.164). */
  readonly isServed: (phone: string) => boolean;
  /** Converts a phone number to E.164; null when the text can't be a phone number. */
  readonly toE164: (phone: string) => string | null;
}

/** The most factors that one user may have, without passkeys. */
const MOST_FACTORS = 10;
/** An unverified factor is removed after this time. */
const UNVERIFIED_MS = 3_600_000;

/** Endpoints for adding authenticator apps and phones, and for removing any second factor. */
export function enrolmentEndpoints(deps: EnrolmentDeps): readonly Endpoint[] {
  const { pool, authenticate, reauthentication, secrets, sessions, sendMail, record } = deps;
  const { salonName, isServed, toE164, now } = deps;

  function wantedOf(factor: z.output<typeof NewFactor>): WantedFactor {
    const friendlyName = factor.friendly_name ?? '';
    if (factor.factor_type === 'totp')
      return { type: 'totp', friendlyName, issuer: factor.issuer?.trim() || undefined };
    const phone = toE164(factor.phone);
    if (phone === null)
      throw new AuthError('validation_failed', { text: 'Please enter a complete phone number.' });
    return { type: 'phone', friendlyName, phone };
  }

  /** Removes old factors that were never verified, and those that the new one replaces. @returns the user's other factors */
  async function remaining(db: Queryable, userId: string, { friendlyName }: WantedFactor) {
    const isOver = (factor: CodeFactor) =>
      factor.status === 'unverified' &&
      (now().getTime() - factor.createdAt.getTime() > UNVERIFIED_MS ||
        (friendlyName !== '' && factor.friendlyName === friendlyName));
    const factors = await codeFactorsOf(db, userId);
    for (const { id } of factors.filter(isOver)) await removeFactor(db, id);
    return factors.filter((factor) => !isOver(factor));
  }

  /**
   * Adds a factor. It counts only once a first code has been entered.
   *
   * @throws AuthError `reauthentication_needed`, `insufficient_aal`, `mfa_factor_name_conflict`,
   *   `too_many_enrolled_mfa_factors`, `mfa_verified_factor_exists`, `phone_country_not_served`
   */
  async function enrol(request: AuthRequest) {
    const signedIn = await authenticate(request);
    const { user } = signedIn;
    const wanted = wantedOf(parseAuth(NewFactor, request.body));
    await reauthentication.requireFresh(signedIn);
    const id = randomUUID();
    const bytes = newTotpSecret();
    const secret =
      wanted.type === 'totp' ? await secrets.seal({ userId: user.id, factorId: id }, bytes) : null;
    const phone = wanted.type === 'phone' ? wanted.phone : null;
    if (phone !== null && !isServed(phone)) throw new AuthError('phone_country_not_served');
    const { type, friendlyName } = wanted;

    await withTransaction(pool, async (db) => {
      // The lock keeps two requests from exceeding the limit together.
      await lockedUser(db, user.id);
      await requireSecondFactorIfAny(db, signedIn);
      const others = await remaining(db, user.id, wanted);
      if (others.length >= MOST_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
      if (friendlyName !== '' && others.some((other) => other.friendlyName === friendlyName))
        throw new AuthError('mfa_factor_name_conflict');
      if (phone !== null && others.some((other) => other.status === 'verified' && other.phone === phone))
        throw new AuthError('mfa_verified_factor_exists');
      await addFactor(db, user.id, { id, type, friendlyName, secret, phone, createdAt: now() });
    });
    const body = { id, type, friendly_name: friendlyName };
    if (wanted.type === 'phone') return { ...body, phone: wanted.phone };
    return { ...body, totp: totpInvitation(bytes, wanted.issuer ?? salonName(), user.email) };
  }

  /**
   * Removes a factor or a passkey. Sessions lose the level that they got by it. An unverified factor can be removed without a fresh
   * sign-in.
   *
   * @returns the factor's id
   * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`
   */
  async function unenrol(request: AuthRequest): Promise<string> {
    const signedIn = await authenticate(request);
    const { id } = parseAuth(FactorPath, request.params);
    const place = await sessions.placeOf(request.device);
    const userId = signedIn.user.id;
    await withTransaction(pool, async (db) => {
      await lockedUser(db, userId);
      const factor = await lockedFactor(db, userId, id);
      const isPasskey = !factor && (await credentialsOf(db, userId)).some((passkey) => passkey.id === id);
      if (!factor && !isPasskey) throw new AuthError('mfa_factor_not_found');
      if (factor?.status !== 'unverified') {
        await requireSecondFactorIfAny(db, signedIn);
        if (!reauthentication.isFresh(signedIn)) throw new AuthError('reauthentication_needed');
      }
      if (factor) await removeFactor(db, id);
      else await removePasskey(db, userId, id);
      if (factor?.status === 'unverified') return;
      const type = factor?.type ?? 'webauthn';
      await record({ kind: 'second-factor-removed', place, userId, method: type }, db);
      await sendMail({ kind: 'factor-removed', userId }, db);
      const othersLeft = await needsSecondFactor(db, userId);
      await sessions.lower(db, userId, { removed: FACTOR_METHODS[type], othersLeft });
      // Recovery codes replace a lost factor. Without any factor they must not exist, or they would be a factor themselves.
      if (!othersLeft) await removeRecoveryCodes(db, userId);
    });
    return id;
  }

  return [
    { method: 'post', path: '/factors', handle: async (request) => ({ body: await enrol(request) }) },
    {
      method: 'delete',
      path: '/factors/:id',
      handle: async (request) => ({ body: { id: await unenrol(request) } }),
    },
    {
      method: 'delete',
      path: '/passkeys/:id',
      handle: async (request) => {
        await unenrol(request);
        return {};
      },
    },
  ];
}
