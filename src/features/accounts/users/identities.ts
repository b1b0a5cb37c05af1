import { randomUUID } from 'node:crypto';
import type { OidcIdentity } from '../../../adapters/oidc/provider.ts';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { AuthEmail } from '../../../contracts/accounts/auth.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { dropPassword } from './passwords.ts';
import { addUser, lockedUser, userByEmail } from './users.ts';

/** An account of another provider that signs in as a user. */
interface Identity {
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date;
}

export async function identitiesOf(db: Queryable, userId: string): Promise<Identity[]> {
  const { rows } = await db.query<Identity>({
    name: 'accounts-identities-of',
    text: `select provider, subject, email, created_at as "createdAt", last_sign_in_at as "lastSignInAt"
      from accounts.identities where user_id = $1 order by created_at, provider`,
    values: [userId],
  });
  return rows;
}

/** Records a sign-in by an account of another provider. @returns its user; undefined if the account is new here */
async function signInByIdentity(
  db: Queryable,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>({
    name: 'accounts-identity-sign-in',
    text: `update accounts.identities set last_sign_in_at = $3 where provider = $1 and subject = $2
      returning user_id as "userId"`,
    values: [provider, subject, now],
  });
  return rows[0]?.userId;
}

/** @returns false when the account already belongs to a user */
async function addIdentity(
  db: Queryable,
  userId: string,
  { provider, subject, email, createdAt }: Omit<Identity, 'lastSignInAt'>,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-identity-add',
    text: `insert into accounts.identities (provider, subject, user_id, email, created_at, last_sign_in_at)
      values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    values: [provider, subject, userId, email, createdAt],
  });
  return rowCount === 1;
}

interface Found {
  readonly userId: string;
  readonly isNew: boolean;
}

/**
 * The user that an account of another provider signs in as: the user it already belongs to, else the user with its address, else a
 * new user. The address counts only if the provider has verified it, and if it was also confirmed here: a stranger may have made an
 * unconfirmed account here, and know its password.
 *
 * @throws AuthError `provider_email_needs_verification`, `email_not_confirmed`
 */
export async function userOfIdentity(
  db: Queryable,
  provider: string,
  { subject, verifiedEmail, firstName, lastName }: OidcIdentity,
  now: Date,
): Promise<Found> {
  const known = await signInByIdentity(db, { provider, subject }, now);
  if (known !== undefined) return { userId: known, isNew: false };
  const email = AuthEmail.safeParse(verifiedEmail);
  if (!email.success) throw new AuthError('provider_email_needs_verification');

  const id = randomUUID();
  const isNew = await addUser(db, {
    id,
    email: email.data,
    passwordHash: null,
    emailConfirmedAt: now,
    firstName,
    lastName,
    createdAt: now,
  });
  const userId = isNew ? id : (await userByEmail(db, email.data))?.id;
  const user = userId === undefined ? undefined : await lockedUser(db, userId);
  // The user has just changed to another address.
  if (!user) throw new AuthError('flow_state_expired');
  if (user.emailConfirmedAt === null) {
    const text = 'This address has an account that is not confirmed. Please open the link in our mail first.';
    throw new AuthError('email_not_confirmed', { text });
  }
  // A stranger who signed up with this address may have chosen the password.
  if (user.passwordFrom !== null) await dropPassword(db, user.id, now);
  const link = { provider, subject, email: email.data, createdAt: now };
  // There were two sign-ins at the same time, and the other one was faster.
  if (!(await addIdentity(db, user.id, link))) throw new AuthError('flow_state_expired');
  return { userId: user.id, isNew };
}
