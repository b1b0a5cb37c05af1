import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import type { SendAccountMail } from './account-mail.ts';
import { PRINTED_LINK_MS } from './first-admin.ts';
import { linkTo } from './mails/contents.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { type Admin, dropFactors, endSessionsOf, listAdmins, lockAdmins } from './store/admins.ts';
import { voidOneTimeTokens } from './store/one-time-tokens.ts';
import type { Queryable } from './store/queryable.ts';
import { grantAdmin, isAdmin, revokeAdmin } from './store/roles.ts';
import { addSignInEvent, type SignInEventKind } from './store/sign-in-events.ts';
import { type User, userByEmail } from './store/users.ts';

/** An operator's command can't be done, for a reason that they can see to. */
class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** What an operator does to accounts at the console. */
export interface AdminCommands {
  list(): Promise<readonly Admin[]>;
  /** @returns false when they had the role already */
  grant(email: string): Promise<boolean>;
  /** @param force also when nobody is left who administers the salon; @returns false when they didn't have the role */
  revoke(email: string, force: boolean): Promise<boolean>;
  /** @returns a link with which the password is chosen */
  resetPassword(email: string): Promise<string>;
  /** Takes all second factors away, ends all sessions, and tells the owner by mail. */
  resetFactors(email: string): Promise<void>;
}

interface CommandDeps {
  readonly pool: Pool;
  readonly linkTokens: OneTimeTokens;
  readonly sendMail: SendAccountMail;
  readonly publicUrl: string;
  readonly now: () => Date;
}

const BY = 'npm run admin';

/** @throws CommandRefused from each command that names an account, when there is none or it isn't ready for it */
export function createAdminCommands({
  pool,
  linkTokens,
  sendMail,
  publicUrl,
  now,
}: CommandDeps): AdminCommands {
  /** In one transaction with the account's own history. */
  const withUser = <Result>(
    email: string,
    work: (db: Queryable, user: User, record: (kind: SignInEventKind) => Promise<void>) => Promise<Result>,
  ): Promise<Result> =>
    withTransaction(pool, async (db) => {
      await lockAdmins(db);
      const user = await userByEmail(db, email);
      if (!user)
        throw new CommandRefused(`There is no account for ${email}: sign up at ${publicUrl}/auth first.`);
      const of = { userId: user.id, method: null, sourceHash: null, userAgent: BY };
      return work(db, user, (kind) => addSignInEvent(db, { id: randomUUID(), at: now(), kind, ...of }));
    });

  return {
    list: () => listAdmins(pool),

    grant: (email) =>
      withUser(email, async (db, user, record) => {
        // Somebody else may have signed up with the address, and have chosen the password.
        if (user.emailConfirmedAt === null) {
          throw new CommandRefused(`${email} has not been confirmed: open the link in the mail first.`);
        }
        if (user.passwordFrom !== null) {
          throw new CommandRefused(
            `Somebody else may have chosen the password of ${email}: it has to be changed first, by "Forgot your password?".`,
          );
        }
        if (await isAdmin(db, user.id)) return false;
        await voidOneTimeTokens(db, user.id, ['confirmation', 'email_change'], now());
        await grantAdmin(db, user.id, now());
        await record('admin-granted');
        return true;
      }),

    revoke: (email, force) =>
      withUser(email, async (db, user, record) => {
        if (!(await isAdmin(db, user.id))) return false;
        const others = (await listAdmins(db)).filter(({ id, canSignIn }) => id !== user.id && canSignIn);
        if (others.length === 0 && !force) {
          throw new CommandRefused(`${email} is the last admin: grant somebody else first, or add --force.`);
        }
        await revokeAdmin(db, user.id);
        await record('admin-revoked');
        return true;
      }),

    resetPassword: (email) =>
      withUser(email, async (db, user) => {
        await voidOneTimeTokens(db, user.id, ['recovery', 'email_change'], now());
        const link = { kind: 'recovery', redirectTo: `${publicUrl}/` } as const;
        const id = await linkTokens.issue(db, { ...link, userId: user.id, livesMs: PRINTED_LINK_MS });
        return linkTo(publicUrl, link, linkTokens.tokenOf(id));
      }),

    resetFactors: (email) =>
      withUser(email, async (db, user, record) => {
        await dropFactors(db, user.id);
        await voidOneTimeTokens(db, user.id, ['email_change'], now());
        await endSessionsOf(db, user.id, now());
        await record('second-factor-removed');
        await sendMail({ kind: 'factor-removed', userId: user.id }, db);
      }),
  };
}
