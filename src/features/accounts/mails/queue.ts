import { z } from 'zod';
import type { Jobs } from '../../../adapters/jobs/jobs.ts';
import type { JobQueue } from '../../../adapters/jobs/queue.ts';
import type { AccountMail, SendAccountMail } from '../account-mail.ts';

/** Mails about accounts. Tried for somewhat more than the hour that their links work. */
export const ACCOUNT_MAILS = {
  name: 'account-mails',
  atOnce: 10,
  data: z.object({
    kind: z.enum([
      'confirmation',
      'recovery',
      'email-change',
      'email-change-asked',
      'email-changed',
      'password-changed',
      'factor-added',
      'factor-removed',
      'account-exists',
    ]),
    userId: z.uuid(),
    tokenId: z.uuid().optional(),
  }),
  expireInSeconds: 60,
  retries: { limit: 20, firstSeconds: 2, longestSeconds: 300 },
} satisfies JobQueue<object>;

/** Mails of no token tell that something has happened. One tells of all that happens within so many seconds after another. */
const NOTICES_APART_SECONDS = 600;

export const createSendAccountMail =
  (jobs: Pick<Jobs, 'enqueue'>): SendAccountMail =>
  ({ kind, userId, tokenId }: AccountMail, db) =>
    jobs.enqueue(
      ACCOUNT_MAILS,
      { kind, userId, tokenId },
      {
        within: db,
        ...(tokenId === undefined && {
          atMostEvery: { seconds: NOTICES_APART_SECONDS, key: `${kind} ${userId}` },
        }),
      },
    );
