import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import { AuthError } from './auth-error.ts';
import type { Place } from './devices.ts';
import { hashOfToken } from './secret-tokens.ts';
import type { OneTimeToken, SignInLink } from './store/one-time-tokens.ts';
import { oneTimeTokenByHash, spendOneTimeToken, voidOneTimeTokens } from './store/one-time-tokens.ts';
import { dropPassword, setUnprovenPassword } from './store/passwords.ts';
import type { Queryable } from './store/queryable.ts';
import { isAdmin } from './store/roles.ts';
import { confirmEmail, isPasswordProven, lockedUser } from './store/users.ts';

interface Opening {
  readonly token: string;
  readonly kind: SignInLink;
  readonly place: Place;
}

/** The links of mails that sign their reader in, each of which works once. */
export interface MailedLinks {
  /**
   * Opens a link, and does in the same transaction what follows from it.
   *
   * @throws AuthError `otp_expired` for a link that is unknown, used already or too old
   */
  open<Result>(
    opening: Opening,
    then: (db: Queryable, link: OneTimeToken) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly link: OneTimeToken }>;
  /**
   * Opens a link another time, as people do whose mail program has opened it before them. It signs nobody in.
   *
   * @returns the link if what it was for is done; undefined when it was never opened, or is of no use any more
   */
  openAgain(opening: Opening): Promise<OneTimeToken | undefined>;
}

async function applyLink(db: Queryable, link: OneTimeToken, { sourceHash: from }: Place, now: Date) {
  const { kind, userId, password, codeChallenge } = link;
  const user = await lockedUser(db, userId);
  if (!user) throw new AuthError('otp_expired');
  // Anybody can have such a link sent: it must not lead into the admin area.
  if (kind === 'confirmation' && (await isAdmin(db, userId))) throw new AuthError('otp_expired');
  // Whoever chose the password has not proven that the address is theirs; who opens this link has.
  if (kind === 'recovery' && user.emailConfirmedAt === null) await dropPassword(db, userId, now);
  if (kind === 'confirmation' && !isPasswordProven(user))
    await setUnprovenPassword(db, userId, { password, from, codeChallenge }, now);
  await confirmEmail(db, userId, now);
  await voidOneTimeTokens(db, userId, [kind], now);
}

export const createMailedLinks = (pool: Pool, now: () => Date): MailedLinks => ({
  open: ({ token, kind, place }, then) =>
    withTransaction(pool, async (db) => {
      const link = await spendOneTimeToken(db, hashOfToken(token), kind, now());
      if (!link) throw new AuthError('otp_expired');
      await applyLink(db, link, place, now());
      return { link, result: await then(db, link) };
    }),

  openAgain: ({ token, kind, place: { sourceHash: from } }) =>
    withTransaction(pool, async (db) => {
      const link = await oneTimeTokenByHash(db, hashOfToken(token), kind);
      if (!link || link.usedAt === null) return undefined;
      const user = await lockedUser(db, link.userId);
      if (kind !== 'confirmation' || !user?.emailConfirmedAt) return undefined;
      // The first time may have been a program's, somewhere else.
      if (user.passwordFrom !== null)
        await setUnprovenPassword(db, user.id, { password: null, from, codeChallenge: null }, now());
      return link;
    }),
});
