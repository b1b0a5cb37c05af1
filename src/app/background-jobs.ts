import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import { openJobs } from '../adapters/jobs/jobs.ts';
import type { QueueSettings } from '../adapters/jobs/queue.ts';
import { fileMailer } from '../adapters/mail/file.ts';
import { senderOf } from '../adapters/mail/sender.ts';
import { smtpMailer } from '../adapters/mail/smtp.ts';
import { loadSalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { retrying } from '../eventsourcing/retrying.ts';
import { ACCOUNT_MAILS } from '../features/accounts/mails/queue.ts';
import { accountMailWork } from '../features/accounts/mails/work.ts';
import { createOneTimeTokens } from '../features/accounts/one-time-tokens.ts';
import { addressLine } from '../salon/address.ts';

/** Every queue of the service. */
export const JOB_QUEUES: readonly QueueSettings[] = [ACCOUNT_MAILS];

interface BackgroundDeps {
  readonly config: Config;
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly now: () => Date;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
}

/** Does the jobs of all queues until the signal aborts, where the projector is active. */
export async function doBackgroundJobs(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { config, publicUrl, secretKey, pool, logger, now, say } = deps;
  const profile = await loadSalonProfile(config.salonProfile);
  const sender = senderOf(config, profile, publicUrl);
  const { smtpUrl } = config;
  const mailer =
    smtpUrl === undefined ? fileMailer(join(config.dataDir, 'mail'), sender) : smtpMailer(smtpUrl, sender);
  const works = [
    accountMailWork({
      pool,
      mailer,
      tokens: createOneTimeTokens(deriveKey(secretKey, 'account-token/v1'), now),
      brand: {
        name: profile.name,
        address: addressLine(profile.address),
        phone: profile.phone,
        phoneE164: profile.phone_e164,
        publicUrl,
      },
      now,
      logger,
      sayLink:
        smtpUrl === undefined && !config.isProduction
          ? (to, subject, url) => say(`Mail to ${to}: ${subject}\n  ${url}`)
          : undefined,
    }),
  ];
  const policy = {
    firstMs: 500,
    longestMs: 10_000,
    retries: () => true,
    onRetry: (err: unknown) => logger.warn({ err }, 'The jobs could not be begun; another try follows.'),
  };
  try {
    await retrying(signal, policy, async () => {
      const jobs = await openJobs({ pool, queues: JOB_QUEUES, logger, supervises: true });
      await jobs.work(works, signal);
    });
  } finally {
    mailer.close();
  }
}
