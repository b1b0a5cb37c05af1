import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import type { FirstAdministrator } from '../../../contracts/accounts/accounts.ts';
import type { AccountsContext } from '../context.ts';
import { dropFactors } from '../factors/factors.ts';
import { linkTo, ONE_TIME_TOKEN_KINDS, voidOneTimeTokens } from '../mails/one-time-tokens.ts';
import { endSessions } from '../sessions/sessions.ts';
import { checkPassword, dropPassword, setPassword } from './passwords.ts';
import { grantRole, listOwners, lockAdmins } from './staff.ts';
import { addUser, changeUser, confirmEmail, isAddressTaken, userByEmail } from './users.ts';

/** How long a link that is printed at the console works. */
export const PRINTED_LINK_MS = 30 * 60_000;

interface FirstAdminDeps extends Pick<AccountsContext, 'pool' | 'linkTokens' | 'publicUrl' | 'now'> {
  readonly hashPassword: (password: string) => Promise<string>;
}

interface Wanted {
  readonly email: string;
  /** True if the operator hasn't set the address. The person who opens the link then enters their own. */
  readonly isMadeUp?: boolean;
  /** If undefined, a link for choosing a password is made. */
  readonly password: string | undefined;
}

/** The outcome for the first admin. Only the operator may see the link. */
type FirstAdmin =
  | { readonly is: 'there already' }
  | { readonly is: 'made' }
  | { readonly is: 'invited'; readonly url: string };

const hasAdmin = async (db: Queryable) => (await listOwners(db)).some(({ canSignIn }) => canSignIn);

/**
 * Makes the first administrator, unless there is one who can sign in. If the address already has an account, all means to sign in
 * to it are removed, since the person who made the account hasn't proven to be the operator.
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
    // Several processes may start at once. The first one makes the account.
    await lockAdmins(db);
    if (await hasAdmin(db)) return { is: 'there already' };
    const userId = (await invitable(db, email, isMadeUp))?.id ?? (await addedForInvitation(db, email, now()));
    await dropSignIn(db, userId, now());
    await grantRole(db, userId, now());
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

/**
 * The account that becomes the first admin's, if there is one already. Somebody may have opened the link of an earlier start and
 * entered another address without choosing a password.
 */
const invitable = async (db: Queryable, email: string, isMadeUp: boolean) =>
  (isMadeUp ? (await listOwners(db))[0] : undefined) ?? userByEmail(db, email);

/** Adds an account whose owner will choose a password by a link. */
export async function addedForInvitation(db: Queryable, email: string, now: Date): Promise<string> {
  const id = randomUUID();
  const names = { firstName: '', lastName: '' };
  await addUser(db, { id, email, passwordHash: null, emailConfirmedAt: null, ...names, createdAt: now });
  return id;
}

type Outcome = 'named' | 'not-found' | 'address-taken';

/**
 * Gives the first administrator's account the address and name of the person who has opened the printed link. The address needs no
 * confirmation by mail, since only the operator sees the link. This works only until the first password is chosen.
 */
export async function nameFirstAdmin(
  pool: Pool,
  userId: string,
  { email, first_name: firstName, last_name: lastName }: z.output<typeof FirstAdministrator>,
  now: Date,
): Promise<Outcome> {
  try {
    return await withTransaction(pool, async (db): Promise<Outcome> => {
      await lockAdmins(db);
      const owners = await listOwners(db);
      if (!owners.some(({ id }) => id === userId) || owners.some(({ canSignIn }) => canSignIn))
        return 'not-found';
      const holder = await userByEmail(db, email);
      if (holder && holder.id !== userId) return 'address-taken';
      await changeUser(db, userId, { email, firstName, lastName }, now);
      return 'named';
    });
  } catch (error) {
    if (isAddressTaken(error)) return 'address-taken';
    throw error;
  }
}

/** Removes everything a user can sign in with, and ends their sessions. */
export async function dropSignIn(db: Queryable, userId: string, now: Date): Promise<void> {
  await dropFactors(db, userId);
  await db.query({
    name: 'accounts-drop-identities',
    text: 'delete from accounts.identities where user_id = $1',
    values: [userId],
  });
  await dropPassword(db, userId, now);
  await voidOneTimeTokens(db, userId, ONE_TIME_TOKEN_KINDS, now);
  await endSessions(db, { id: null, userId }, 'global', now);
}
