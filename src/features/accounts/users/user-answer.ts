import type { Queryable } from '../../../adapters/postgres/pool.ts';
import type { AuthUser } from '../../../contracts/accounts/auth.ts';
import { factorsOf } from '../factors/factors.ts';
import type { Aal } from '../sessions/auth-methods.ts';
import { identitiesOf } from './identities.ts';
import type { User } from './users.ts';

/** The end of a phone number, enough to recognize it: `(•••) •••-0142` in North America, `••• 0123` elsewhere. */
const phoneEnding = (e164: string): string =>
  /^\+1\d{10}$/.test(e164) ? `(•••) •••-${e164.slice(-4)}` : `••• ${e164.slice(-4)}`;

const EMAIL = 'email';

/**
 * A user in the form of the auth client's protocol.
 *
 * @param aal at aal1, phone numbers are shortened, since somebody who knows only the password must not learn them
 */
export async function userAnswer(db: Queryable, user: User, aal: Aal): Promise<AuthUser> {
  const [factors, others] = await Promise.all([factorsOf(db, user.id), identitiesOf(db, user.id)]);
  const byEmail = {
    provider: EMAIL,
    subject: user.id,
    email: user.email,
    createdAt: user.createdAt,
    lastSignInAt: user.lastSignInAt ?? user.createdAt,
  };
  const identities = [...(user.passwordHash === null && others.length > 0 ? [] : [byEmail]), ...others];
  const providers = identities.map(({ provider }) => provider);
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    app_metadata: { provider: providers[0] ?? EMAIL, providers },
    user_metadata: { first_name: user.firstName, last_name: user.lastName },
    identities: identities.map(({ provider, subject, email, createdAt, lastSignInAt }) => ({
      id: subject,
      identity_id: `${provider}:${subject}`,
      user_id: user.id,
      provider,
      identity_data: { sub: subject, email },
      created_at: createdAt.toISOString(),
      updated_at: lastSignInAt.toISOString(),
      last_sign_in_at: lastSignInAt.toISOString(),
    })),
    factors: factors.map(({ id, friendlyName, factorType, status, createdAt, updatedAt, phone }) => ({
      id,
      friendly_name: friendlyName,
      factor_type: factorType,
      status,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
      ...(phone !== null && { phone: aal === 'aal2' ? phone : phoneEnding(phone) }),
    })),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}
