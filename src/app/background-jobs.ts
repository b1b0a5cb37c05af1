import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import { openJobs } from '../adapters/jobs/jobs.ts';
import type { QueueSettings } from '../adapters/jobs/queue.ts';
import type { Work } from '../adapters/jobs/work.ts';
import type { Transaction } from '../adapters/postgres/process-store.ts';
import { loadSalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import type { ProcessManager } from '../eventsourcing/process-manager.ts';
import { retrying } from '../eventsourcing/retrying.ts';
import { ACCOUNT_MAILS } from '../features/accounts/mails/queue.ts';
import { accountMailWork } from '../features/accounts/mails/work.ts';
import { createOneTimeTokens } from '../features/accounts/one-time-tokens.ts';
import { MESSAGE_LOOKS } from '../features/messages/queue.ts';
import { composeMessaging, type MessagingDeps } from './messaging.ts';
import { mailBrandOf, mailerOf } from './senders.ts';

/** Every queue of the service. */
export const JOB_QUEUES: readonly QueueSettings[] = [ACCOUNT_MAILS, MESSAGE_LOOKS];

const RETRYING = {
  firstMs: 500,
  longestMs: 10_000,
  retries: () => true,
};

interface BackgroundDeps {
  readonly config: Config;
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly now: () => Date;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
  /** The work on texts to customers. */
  readonly messages: Work;
}

type ManagerRunner = (manager: ProcessManager<Transaction>, signal: AbortSignal) => Promise<void>;

/**
 * Finds what asks for texts to customers, and does the jobs of all queues, until the signal aborts. Whatever is wrong with the
 * queues, it tries again and leaves everything else alone.
 */
export async function runMessagingAndJobs(
  deps: Omit<BackgroundDeps, 'messages'> & Pick<MessagingDeps, 'log' | 'keys' | 'links' | 'metrics'>,
  run: ManagerRunner,
  signal: AbortSignal,
): Promise<void> {
  const { pool, logger, config } = deps;
  const profile = await loadSalonProfile(config.salonProfile);
  const onRetry = (err: unknown) =>
    logger.warn({ err }, 'Messages to customers could not be begun; another try follows.');
  const opened = await retrying(signal, { ...RETRYING, onRetry }, async () => {
    const jobs = await openJobs({ pool, queues: JOB_QUEUES, logger });
    try {
      return { jobs, ...(await composeMessaging({ ...deps, profile, jobs })) };
    } catch (error) {
      await jobs.stop();
      throw error;
    }
  });
  if (!opened) return;
  const { jobs, messenger, work, sweepRegularly, close } = opened;
  try {
    await Promise.all([
      run(messenger, signal),
      sweepRegularly(signal),
      doBackgroundJobs({ ...deps, messages: work }, signal),
    ]);
  } finally {
    close();
    await jobs.stop();
  }
}

/** Does the jobs of all queues until the signal aborts, where the projector is active. */
async function doBackgroundJobs(deps: BackgroundDeps, signal: AbortSignal): Promise<void> {
  const { config, publicUrl, secretKey, pool, logger, now, say } = deps;
  const profile = await loadSalonProfile(config.salonProfile);
  const { smtpUrl } = config;
  const mailer = mailerOf(config, profile, publicUrl);
  const works = [
    deps.messages,
    accountMailWork({
      pool,
      mailer,
      linkTokens: createOneTimeTokens(deriveKey(secretKey, 'account-token/v1'), now),
      brand: mailBrandOf(profile, publicUrl),
      now,
      logger,
      sayLink:
        smtpUrl === undefined && !config.isProduction
          ? (to, subject, url) => say(`Mail to ${to}: ${subject}\n  ${url}`)
          : undefined,
    }),
  ];
  const policy = {
    ...RETRYING,
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
