import { randomUUID } from 'node:crypto';
import type { OidcIdentity } from '../../../adapters/oidc/provider.ts';
import { AuthEmail } from '../../../contracts/auth.ts';
import { AuthError } from '../auth-error.ts';
import { addIdentity, signInByIdentity } from '../store/identities.ts';
import { dropPassword } from '../store/passwords.ts';
import type { Queryable } from '../store/queryable.ts';
import { addUser, lockedUser, userByEmail } from '../store/users.ts';

/** Whoever signs in, and whether they are new here. */
interface Found {
  readonly userId: string;
  readonly isNew: boolean;
}

/**
 * The user that an account of another provider signs in as: the one it belongs to, else the one with its address, else a new
 * one. The address counts only when the provider has verified it and ours is confirmed, too: an account that nobody has
 * confirmed may have been made by somebody else, and its password be theirs.
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
  // It has just been given another address.
  if (!user) throw new AuthError('flow_state_expired');
  if (user.emailConfirmedAt === null) {
    const text = 'This address has an account that is not confirmed. Please open the link in our mail first.';
    throw new AuthError('email_not_confirmed', { text });
  }
  // It may be a stranger's, who signed up with this address.
  if (user.passwordFrom !== null) await dropPassword(db, user.id, now);
  const link = { provider, subject, email: email.data, createdAt: now };
  // Two sign-ins at once: the other one was faster.
  if (!(await addIdentity(db, user.id, link))) throw new AuthError('flow_state_expired');
  return { userId: user.id, isNew };
}
