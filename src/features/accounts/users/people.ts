import { randomUUID } from 'node:crypto';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import type { AccountsContext } from '../context.ts';
import { mailAdmins } from '../mails/connection-announcements.ts';
import { voidOneTimeTokens } from '../mails/one-time-tokens.ts';
import { addSignInEvent } from '../sessions/sign-in-events.ts';
import { addedForInvitation, dropSignIn } from './first-admin.ts';
import { changeRole, LastOwner, listStaff, lockAdmins, type StaffMember, type StaffRole } from './staff.ts';
import { userByEmail } from './users.ts';

type PeopleDeps = Pick<AccountsContext, 'pool' | 'linkTokens' | 'sendMail' | 'publicUrl' | 'now'>;

export type People = ReturnType<typeof createPeople>;

/** A change isn't made: there would be no owner left, or nobody has this id. */
export type Refusal = 'last-owner' | 'not-found';

const BY = 'Settings, People';

/** The commands of owners on the people who work in the salon, and on their roles. All of them may be repeated. */
export function createPeople({ pool, linkTokens, sendMail, publicUrl, now }: PeopleDeps) {
  const personIn = async (db: Queryable, userId: string): Promise<StaffMember | undefined> =>
    (await listStaff(db)).find(({ id }) => id === userId);

  /** Changes a role, records that among the person's sign-ins, and tells the owners. */
  async function give(db: Queryable, userId: string, to: StaffRole | null): Promise<void> {
    if (!(await changeRole(db, userId, to, { now: now() }))) return;
    const eventId = randomUUID();
    const kind = to === null ? 'admin-revoked' : 'admin-granted';
    const of = { userId, method: null, sourceHash: null, userAgent: BY };
    await addSignInEvent(db, { id: eventId, at: now(), kind, ...of });
    await mailAdmins(db, sendMail, { kind: 'role-changed', eventId });
  }

  const changing = async <Result>(work: (db: Queryable) => Promise<Result>): Promise<Result | Refusal> => {
    try {
      return await withTransaction(pool, async (db) => {
        await lockAdmins(db);
        return work(db);
      });
    } catch (error) {
      if (error instanceof LastOwner) return 'last-owner';
      throw error;
    }
  };

  return {
    list: () => listStaff(pool),

    /**
     * Somebody who has proven the address already only gets the role. Anybody else gets a link by which they choose a password: before it is
     * opened nothing signs in to the account.
     */
    invite: (email: string, to: StaffRole) =>
      changing(async (db) => {
        const user = await userByEmail(db, email);
        const isProven =
          user !== undefined &&
          user.emailConfirmedAt !== null &&
          user.passwordFrom === null &&
          !(await isWaiting(db, user.id));
        const userId = user?.id ?? (await addedForInvitation(db, email, now()));
        if (!isProven) await dropSignIn(db, userId, now());
        else await voidOneTimeTokens(db, userId, ['confirmation', 'email_change'], now());
        await give(db, userId, to);
        const tokenId = isProven
          ? undefined
          : await linkTokens.issue(db, {
              kind: 'invitation',
              userId,
              email: user?.email ?? email,
              redirectTo: `${publicUrl}/admin`,
            });
        await sendMail({ kind: isProven ? 'role-given' : 'invitation', userId, tokenId }, db);
        return (await personIn(db, userId)) ?? 'not-found';
      }),

    change: (userId: string, to: StaffRole) =>
      changing(async (db) => {
        if (!(await personIn(db, userId))) return 'not-found' as const;
        await give(db, userId, to);
        return (await personIn(db, userId)) ?? 'not-found';
      }),

    remove: (userId: string) =>
      changing(async (db) => {
        await voidOneTimeTokens(db, userId, ['invitation'], now());
        await give(db, userId, null);
      }),
  };

  /** Whether somebody was invited before and hasn't chosen a password yet. */
  async function isWaiting(db: Queryable, userId: string): Promise<boolean> {
    return (await personIn(db, userId))?.canSignIn === false;
  }
}
