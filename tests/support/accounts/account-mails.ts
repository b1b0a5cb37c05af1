import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { openJobs } from '../../../src/adapters/jobs/jobs.ts';
import { createLogger } from '../../../src/adapters/logger.ts';
import { withTransaction } from '../../../src/adapters/postgres/pool.ts';
import { LINK_OF } from '../../../src/features/accounts/mails/mail-texts.ts';
import {
  ACCOUNT_MAILS,
  type AccountMail,
  createSendAccountMail,
} from '../../../src/features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import { addUser } from '../../../src/features/accounts/users/users.ts';
import { TEST_SECRET_KEY } from '../server/secret-key.ts';

interface Wanted {
  readonly kind: AccountMail['kind'];
  readonly to: string;
  /** Only for an e-mail change. */
  readonly newEmail?: string;
}

/** Asks for mails as the service does, in the database of a running one. */
export async function accountMails(pool: Pool, now: () => Date) {
  const jobs = await openJobs({ pool, queue: ACCOUNT_MAILS, logger: createLogger('warn') });
  const send = createSendAccountMail(jobs);
  const linkTokens = createOneTimeTokens(TEST_SECRET_KEY, now);
  return {
    /** @returns the token of its link */
    async ask({ kind, to, newEmail }: Wanted): Promise<string> {
      const userId = randomUUID();
      const link = LINK_OF[kind];
      return withTransaction(pool, async (db) => {
        const user = { id: userId, email: to, passwordHash: null, emailConfirmedAt: now(), createdAt: now() };
        await addUser(db, { ...user, firstName: 'Ada <b>Bold</b>', lastName: '' });
        if (link === null) {
          await send({ kind, userId }, db);
          return '';
        }
        const redirectTo = 'https://salon.example/';
        const tokenId = await linkTokens.issue(db, {
          userId,
          kind: link,
          redirectTo,
          ...(newEmail !== undefined && { email: newEmail }),
        });
        await send({ kind, userId, tokenId }, db);
        return linkTokens.tokenOf(tokenId);
      });
    },
    stop: jobs.stop,
  };
}
