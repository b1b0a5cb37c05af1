import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import { linkTo } from './mails/contents.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { checkPassword } from './password-rules.ts';
import { dropSignIn, listAdmins, lockAdmins } from './store/admins.ts';
import { setPassword } from './store/passwords.ts';
import type { Queryable } from './store/queryable.ts';
import { grantAdmin } from './store/roles.ts';
import { addUser, confirmEmail, userByEmail } from './store/users.ts';

/** How long a link works that is printed for an operator. */
export const PRINTED_LINK_MS = 30 * 60_000;

interface FirstAdminDeps {
  readonly pool: Pool;
  readonly linkTokens: OneTimeTokens;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly publicUrl: string;
  readonly now: () => Date;
}

interface Wanted {
  readonly email: string;
  /** The operator hasn't named the address: whoever opens the link says who they are. */
  readonly isMadeUp?: boolean;
  /** Without one a link is made, with which it is chosen. */
  readonly password: string | undefined;
}

/** What has become of it; a link is for the operator's eyes alone. */
type FirstAdmin =
  | { readonly is: 'there already' }
  | { readonly is: 'made' }
  | { readonly is: 'invited'; readonly url: string };

const hasAdmin = async (db: Queryable) => (await listAdmins(db)).some(({ canSignIn }) => canSignIn);

/**
 * Sees to it that somebody can administer the salon: changes nothing where an admin can sign in already. An account that has the
 * address keeps nothing that anybody could sign in with, since whoever made it hasn't proven to be the operator.
 *
 * @throws AuthError `weak_password`
 */
export async function provideFirstAdmin(
  { pool, linkTokens, hashPassword, publicUrl, now }: FirstAdminDeps,
  { email, isMadeUp = false, password }: Wanted,
): Promise<FirstAdmin> {
  if (await hasAdmin(pool)) return { is: 'there already' };
  if (password !== undefined) await checkPassword(password, { isAdmin: true, email });
  const hash = password === undefined ? undefined : await hashPassword(password);

  return withTransaction(pool, async (db): Promise<FirstAdmin> => {
    // Of several processes that start at once, the first makes the account.
    await lockAdmins(db);
    if (await hasAdmin(db)) return { is: 'there already' };
    const userId = (await invitable(db, email, isMadeUp))?.id ?? (await added(db, email, now()));
    await dropSignIn(db, userId, now());
    await grantAdmin(db, userId, now());
    if (hash !== undefined) {
      await setPassword(db, userId, { hash, isWeak: false }, now());
      await confirmEmail(db, userId, now());
      return { is: 'made' };
    }
    const link = { kind: 'invitation', redirectTo: `${publicUrl}/admin` } as const;
    const tokenId = await linkTokens.issue(db, { ...link, userId, livesMs: PRINTED_LINK_MS });
    const shown = { ...link, email: isMadeUp ? undefined : email };
    return { is: 'invited', url: linkTo(publicUrl, shown, linkTokens.tokenOf(tokenId)) };
  });
}

/** Whoever opened the link of an earlier start, and got no further, has another address by now. */
const invitable = async (db: Queryable, email: string, isMadeUp: boolean) =>
  (isMadeUp ? (await listAdmins(db))[0] : undefined) ?? userByEmail(db, email);

async function added(db: Queryable, email: string, now: Date): Promise<string> {
  const id = randomUUID();
  const names = { firstName: '', lastName: '' };
  await addUser(db, { id, email, passwordHash: null, emailConfirmedAt: null, ...names, createdAt: now });
  return id;
}
