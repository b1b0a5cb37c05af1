import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { AccountsContext } from '../context.ts';
import {
  ONE_TIME_TOKEN_KINDS,
  oneTimeTokenByHash,
  spendOneTimeToken,
  voidOneTimeTokens,
} from '../mails/one-time-tokens.ts';
import type { Place } from '../sessions/devices.ts';
import { hashOfToken } from '../sessions/secret-tokens.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { changeUser, confirmEmail, isAddressTaken, lockedUser, userByEmail } from './users.ts';

export type EmailChanges = ReturnType<typeof createEmailChanges>;

/**
 * Changes of the address that a user signs in with. A change needs both the link mailed to the new address and a session of the
 * account: otherwise somebody could move an account to a stranger's address.
 */
export function createEmailChanges(context: AccountsContext) {
  const { pool, linkTokens, sendMail, record, publicUrl, now } = context;
  return {
    /**
     * Mails the present address that it is changed, and the new one the link. If the new address already has an account, its owner gets
     * a mail that says so instead of the link, and the caller doesn't learn that.
     */
    ask: (userId: string, email: string): Promise<void> =>
      withTransaction(pool, async (db) => {
        const user = await lockedUser(db, userId);
        if (!user) throw new AuthError('session_not_found');
        const holder = await userByEmail(db, email);
        await voidOneTimeTokens(db, userId, ['email_change'], now());
        const tokenId = await linkTokens.issue(db, {
          userId,
          kind: 'email_change',
          email,
          formerEmail: user.email,
          redirectTo: `${publicUrl}/auth`,
        });
        await sendMail({ kind: 'email-change-asked', userId, tokenId }, db);
        if (holder) await sendMail({ kind: 'account-exists', userId: holder.id }, db);
        else await sendMail({ kind: 'email-change', userId, tokenId }, db);
      }),

    /**
     * May be repeated.
     *
     * @param userId the user of the session that sends the link's token
     * @returns false if the link is unknown, too old, invalid or another user's, and if the address has an account by now
     */
    async confirm(userId: string, token: string, place: Place): Promise<boolean> {
      try {
        return await withTransaction(pool, async (db) => {
          const user = await lockedUser(db, userId);
          const link = await oneTimeTokenByHash(db, hashOfToken(token), 'email_change');
          if (!user || link?.userId !== userId || link.email === null) return false;
          if (link.usedAt !== null) return link.email.toLowerCase() === user.email.toLowerCase();
          if (!(await spendOneTimeToken(db, hashOfToken(token), 'email_change', now()))) return false;
          await changeUser(db, userId, { email: link.email }, now());
          await confirmEmail(db, userId, now());
          // Links mailed to the former address must not open the account any more.
          await voidOneTimeTokens(db, userId, ONE_TIME_TOKEN_KINDS, now());
          await record({ kind: 'email-changed', place, userId }, db);
          await sendMail({ kind: 'email-changed', userId, tokenId: link.id }, db);
          return true;
        });
      } catch (error) {
        // The user of another account has confirmed the address meanwhile.
        if (isAddressTaken(error)) return false;
        throw error;
      }
    },

    /** Gives up the change: the address stays as it is. May be repeated. */
    withdraw: (userId: string): Promise<void> => voidOneTimeTokens(pool, userId, ['email_change'], now()),
  };
}
