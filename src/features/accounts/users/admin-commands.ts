import { randomUUID } from 'node:crypto';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import type { AccountsContext } from '../context.ts';
import { dropFactors } from '../factors/factors.ts';
import { mailAdmins } from '../mails/connection-announcements.ts';
import { linkTo, voidOneTimeTokens } from '../mails/one-time-tokens.ts';
import { endSessions } from '../sessions/sessions.ts';
import { addSignInEvent, type SignInEventKind } from '../sessions/sign-in-events.ts';
import { PRINTED_LINK_MS } from './first-admin.ts';
import {
  changeRole,
  type EndedAccess,
  LastOwner,
  listStaff,
  lockAdmins,
  OWNER,
  roleOf,
  type StaffMember,
  type StaffRole,
} from './staff.ts';
import { type User, userByEmail } from './users.ts';

export type AdminCommands = ReturnType<typeof createAdminCommands>;

type CommandDeps = Pick<AccountsContext, 'pool' | 'linkTokens' | 'sendMail' | 'publicUrl' | 'now'>;

const BY = 'npm run admin';

/**
 * Commands for accounts that an operator runs at the console. Every command for an account throws an error if there is no such account,
 * or if it isn't ready for the command; the message tells the operator what to do.
 */
export function createAdminCommands({ pool, linkTokens, sendMail, publicUrl, now }: CommandDeps) {
  /** Does the work and records it in one transaction. */
  const withUser = <Result>(
    email: string,
    work: (db: Queryable, user: User, record: (kind: SignInEventKind) => Promise<string>) => Promise<Result>,
  ): Promise<Result> =>
    withTransaction(pool, async (db) => {
      await lockAdmins(db);
      const user = await userByEmail(db, email);
      if (!user) throw new Error(`There is no account for ${email}: sign up at ${publicUrl}/auth first.`);
      const of = { userId: user.id, method: null, sourceHash: null, userAgent: BY };
      return work(db, user, async (kind) => {
        const id = randomUUID();
        await addSignInEvent(db, { id, at: now(), kind, ...of });
        return id;
      });
    });

  async function changed(db: Queryable, { id, email }: User, to: StaffRole | null, force: boolean) {
    try {
      return await changeRole(db, id, to, { now: now(), force });
    } catch (error) {
      if (!(error instanceof LastOwner)) throw error;
      throw new Error(`${email} is the last owner: grant somebody else first, or add --force.`);
    }
  }

  const tellOwners = (db: Queryable, eventId: string) =>
    mailAdmins(db, sendMail, { kind: 'admin-revoked', eventId });

  return {
    list: (): Promise<readonly StaffMember[]> => listStaff(pool),

    /**
     * Tells the owners by mail when the user was one and is none any more.
     *
     * @param force true to take the role even from the last owner
     * @returns what ended with the role before; undefined when the user already had this one
     */
    grant: (email: string, to: StaffRole = OWNER, force = false): Promise<EndedAccess | undefined> =>
      withUser(email, async (db, user, record) => {
        // Somebody else may have signed up with the address and chosen the password.
        if (user.emailConfirmedAt === null) {
          throw new Error(`${email} has not been confirmed: open the link in the mail first.`);
        }
        if (user.passwordFrom !== null) {
          throw new Error(
            `Somebody else may have chosen the password of ${email}: it has to be changed first, by "Forgot your password?".`,
          );
        }
        const before = await roleOf(db, user.id);
        const ended = await changed(db, user, to, force);
        if (!ended) return undefined;
        if (!before) await voidOneTimeTokens(db, user.id, ['confirmation', 'email_change'], now());
        await record('admin-granted');
        if (before?.role === 'owner') await tellOwners(db, await record('admin-revoked'));
        return ended;
      }),

    /**
     * Tells the other owners by mail.
     *
     * @param force true to revoke the role even of the last owner
     * @returns what ended with the role; undefined when the user had none
     */
    revoke: (email: string, force: boolean): Promise<EndedAccess | undefined> =>
      withUser(email, async (db, user, record) => {
        const ended = await changed(db, user, null, force);
        if (ended) await tellOwners(db, await record('admin-revoked'));
        return ended;
      }),

    /** @returns a link for choosing a password */
    resetPassword: (email: string): Promise<string> =>
      withUser(email, async (db, user) => {
        await voidOneTimeTokens(db, user.id, ['recovery', 'email_change'], now());
        const link = { kind: 'recovery', redirectTo: `${publicUrl}/` } as const;
        const id = await linkTokens.issue(db, { ...link, userId: user.id, livesMs: PRINTED_LINK_MS });
        return linkTo(publicUrl, link, linkTokens.tokenOf(id));
      }),

    /** Removes all second factors, ends all sessions, and tells the owner by mail. */
    resetFactors: (email: string): Promise<void> =>
      withUser(email, async (db, user, record) => {
        await dropFactors(db, user.id);
        await voidOneTimeTokens(db, user.id, ['email_change'], now());
        await endSessions(db, { id: null, userId: user.id }, 'global', now());
        await record('second-factor-removed');
        await sendMail({ kind: 'factor-removed', userId: user.id }, db);
      }),
  };
}
