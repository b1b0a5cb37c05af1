import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import type { SendAccountMail } from './account-mail.ts';
import { AuthError } from './auth-error.ts';
import type { Place } from './devices.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { hashOfToken } from './secret-tokens.ts';
import type { RecordSignIn } from './sign-in-log.ts';
import {
  ONE_TIME_TOKEN_KINDS,
  oneTimeTokenByHash,
  spendOneTimeToken,
  voidOneTimeTokens,
} from './store/one-time-tokens.ts';
import { changeUser, confirmEmail, lockedUser, userByEmail } from './store/users.ts';

/**
 * Changes of the address that somebody signs in with. Two have to come together, or an account could be put on the address of
 * somebody else: the link that is mailed there, and a session of the account.
 */
export interface EmailChanges {
  /**
   * Tells the present address, and mails the link to the new one. It looks alike when that has an account already, whose owner is
   * told instead.
   */
  ask(userId: string, email: string): Promise<void>;
  /**
   * May be repeated.
   *
   * @param userId whose session it is that has the link's token
   * @returns false for a link that is unknown, too old, void, or another user's, and for an address that has an account by now
   */
  confirm(userId: string, token: string, place: Place): Promise<boolean>;
  /** Leaves the address as it is. May be repeated. */
  withdraw(userId: string): Promise<void>;
}

const UNIQUE_VIOLATION = '23505';

interface EmailChangesDeps {
  readonly pool: Pool;
  readonly linkTokens: OneTimeTokens;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly publicUrl: string;
  readonly now: () => Date;
}

export function createEmailChanges(deps: EmailChangesDeps): EmailChanges {
  const { pool, linkTokens, sendMail, record, publicUrl, now } = deps;
  return {
    ask: (userId, email) =>
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

    async confirm(userId, token, place) {
      try {
        return await withTransaction(pool, async (db) => {
          const user = await lockedUser(db, userId);
          const link = await oneTimeTokenByHash(db, hashOfToken(token), 'email_change');
          if (!user || link?.userId !== userId || link.email === null) return false;
          if (link.usedAt !== null) return link.email.toLowerCase() === user.email.toLowerCase();
          if (!(await spendOneTimeToken(db, hashOfToken(token), 'email_change', now()))) return false;
          await changeUser(db, userId, { email: link.email }, now());
          await confirmEmail(db, userId, now());
          // Links to the former address must not open the account any more.
          await voidOneTimeTokens(db, userId, ONE_TIME_TOKEN_KINDS, now());
          await record({ kind: 'email-changed', place, userId }, db);
          await sendMail({ kind: 'email-changed', userId, tokenId: link.id }, db);
          return true;
        });
      } catch (error) {
        // Somebody else has confirmed the address meanwhile.
        if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },

    withdraw: (userId) => voidOneTimeTokens(pool, userId, ['email_change'], now()),
  };
}
