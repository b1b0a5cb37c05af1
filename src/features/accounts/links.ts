import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import { AuthError } from './dialect/errors.ts';
import { hashOfToken } from './secret-tokens.ts';
import type { OneTimeToken, OneTimeTokenKind } from './store/one-time-tokens.ts';
import { spendOneTimeToken, voidOneTimeTokens } from './store/one-time-tokens.ts';
import type { Queryable } from './store/queryable.ts';
import { changeUser, confirmEmail, dropPassword, lockedUser } from './store/users.ts';

/** How a session that began with a mailed link names it. */
export const LINK_METHOD = 'otp';

const UNIQUE_VIOLATION = '23505';

/** The links of mails, each of which works once. */
export interface MailedLinks {
  /**
   * Opens a link, and does in the same transaction what follows from it.
   *
   * @throws AuthError `otp_expired` for a link that is unknown, used already or too old
   */
  open<Result>(
    token: string,
    kind: OneTimeTokenKind,
    then: (db: Queryable, link: OneTimeToken) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly link: OneTimeToken }>;
}

async function applyLink(db: Queryable, { kind, userId, email }: OneTimeToken, now: Date): Promise<void> {
  const user = await lockedUser(db, userId);
  if (!user) throw new AuthError('otp_expired');
  // Whoever chose the password has not proven that the address is theirs; who opens this link has.
  if (kind === 'recovery' && user.emailConfirmedAt === null) await dropPassword(db, userId, now);
  if (kind === 'email_change' && email !== null) await changeUser(db, userId, { email }, now);
  await confirmEmail(db, userId, now);
  await voidOneTimeTokens(db, userId, kind, now);
  // A link to the former address must not open the account any more.
  if (kind === 'email_change') await voidOneTimeTokens(db, userId, 'recovery', now);
}

export const createMailedLinks = (pool: Pool, now: () => Date): MailedLinks => ({
  async open(token, kind, then) {
    try {
      return await withTransaction(pool, async (db) => {
        const link = await spendOneTimeToken(db, hashOfToken(token), kind, now());
        if (!link) throw new AuthError('otp_expired');
        await applyLink(db, link, now());
        return { link, result: await then(db, link) };
      });
    } catch (error) {
      // Somebody else has confirmed the new address meanwhile.
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw new AuthError('otp_expired');
      throw error;
    }
  },
});
