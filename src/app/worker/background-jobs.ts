import { setTimeout as sleep } from 'node:timers/promises';
import { openJobs } from '../../adapters/jobs/jobs.ts';
import type { JobWork } from '../../adapters/jobs/work.ts';
import type { Mailer } from '../../adapters/mail/mail.ts';
import type { Transaction } from '../../adapters/postgres/process-store.ts';
import { createUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../adapters/secrets/limit-subjects.ts';
import { isBackupDue } from '../../backup/nightly.ts';
import { clean, isCleaningDue } from '../../erasure/cleaning.ts';
import { allSettled } from '../../eventsourcing/async/all-settled.ts';
import { regularly } from '../../eventsourcing/async/regularly.ts';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import type { ProcessManager } from '../../eventsourcing/processes/process-manager.ts';
import { createAccessMailLimit } from '../../features/accounts/limits.ts';
import { ACCOUNT_MAILS, type AccountMail, accountMailWork } from '../../features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../../features/accounts/mails/one-time-tokens.ts';
import { askFor } from '../../features/system/tasks.ts';
import { askForNightlyProof } from '../../proof/last-proof.ts';
import type { AppContext } from '../context.ts';
import { type MessagesWriteSide, messagesOf } from '../messages.ts';
import { mailBrandOf, mailerOf } from '../senders.ts';
import type { Stores } from '../stores.ts';

/** How often to check whether the night's backup, proof and cleaning are due. */
const DUE_EVERY_MS = 600_000;
const RETRYING = { firstMs: 500, longestMs: 10_000, retries: () => true };

export interface BackgroundDeps
  extends Pick<Stores, 'log' | 'pool' | 'keys' | 'links'>,
    MessagesWriteSide,
    Pick<
      AppContext,
      'config' | 'publicUrl' | 'databaseUrl' | 'secretKey' | 'logger' | 'metrics' | 'now' | 'say'
    > {
  /** Rebuilds a read model beside its live tables. @throws RebuildFailed */
  rebuild(readModel: string, signal: AbortSignal): Promise<void>;
}

type ManagerRunner = (manager: ProcessManager<Transaction>, signal: AbortSignal) => Promise<void>;

/**
 * Until the signal aborts, finds out which messages customers should get and sends them, sends mails about accounts, each night asks
 * for a backup and a proof, and cleans the files of what was erased. Each of these tasks is retried on its own when it fails, so
 * that a fault in one doesn't stop the others.
 */
export async function runMessagingAndJobs(
  deps: BackgroundDeps,
  run: ManagerRunner,
  signal: AbortSignal,
): Promise<void> {
  const onRetry = (err: unknown) =>
    deps.logger.warn({ err }, 'Messages and jobs could not be begun; another try follows.');
  const policy = { ...RETRYING, onRetry };
  await allSettled([
    retrying(signal, policy, () => sendMessages(signal, deps, run)),
    retrying(signal, policy, () => doJobs(signal, deps)),
    backUpNightly(signal, deps),
    proveNightly(signal, deps),
    cleanWhenDue(signal, deps),
  ]);
}

async function sendMessages(signal: AbortSignal, deps: BackgroundDeps, run: ManagerRunner): Promise<void> {
  const messages = await messagesOf(deps, deps);
  const { messenger, work, close } = await messages.startSending(deps);
  await allSettled([run(messenger, signal), work(signal)]).finally(close);
}

async function doJobs(signal: AbortSignal, deps: BackgroundDeps): Promise<void> {
  const { config, publicUrl, pool, logger, profile, sendingKeys } = deps;
  const jobs = await openJobs({ pool, queue: ACCOUNT_MAILS, logger, supervises: true });
  // A mailer of their own, so that nobody waits for a link behind a hundred reminders.
  const mailer = mailerOf(config, sendingKeys.now.now, profile, publicUrl);
  try {
    await jobs.work(accountMailsOf(deps, mailer), signal);
  } catch (error) {
    await jobs.stop();
    throw error;
  } finally {
    mailer.close();
  }
}

async function backUpNightly(
  signal: AbortSignal,
  { config, pool, logger, now, profile }: BackgroundDeps,
): Promise<void> {
  const { backupDir } = config;
  if (backupDir === undefined) return;
  const ask = async () => {
    if (await isBackupDue(backupDir, now(), profile().time_zone))
      await askFor(pool, 'backup', { askedBy: null, now: now() });
  };
  const onFailure = (err: unknown) => {
    if (!signal.aborted)
      logger.error({ err }, "The night's backup could not be asked for; another try follows.");
  };
  await regularly([ask], { everyMs: DUE_EVERY_MS, onFailure }, signal);
}

async function proveNightly(
  signal: AbortSignal,
  { pool, logger, now, profile }: BackgroundDeps,
): Promise<void> {
  const onFailure = (err: unknown) =>
    logger.warn({ err }, "The night's proof could not be asked for; another try follows.");
  const ask = () => askForNightlyProof(pool, now(), profile().time_zone);
  // Not at once, since a start has enough to do.
  await sleep(DUE_EVERY_MS, undefined, { signal }).catch(() => {});
  await regularly([ask], { everyMs: DUE_EVERY_MS, onFailure }, signal);
}

async function cleanWhenDue(
  signal: AbortSignal,
  { logger, profile, ...deps }: BackgroundDeps,
): Promise<void> {
  const report = (line: string) => logger.info(line);
  const onFailure = (err: unknown) => {
    if (!signal.aborted)
      logger.error(
        { err },
        'Erased data could not be removed from the files; it is tried again in some minutes.',
      );
  };
  const work = async () => {
    if (await isCleaningDue(deps.pool, deps.now(), profile().time_zone))
      await clean({ ...deps, report }, signal);
  };
  // Not at once, since a start has enough to do.
  await sleep(DUE_EVERY_MS, undefined, { signal }).catch(() => {});
  await regularly([work], { everyMs: DUE_EVERY_MS, onFailure }, signal);
}

function accountMailsOf(
  { config, publicUrl, secretKey, pool, now, say, profile, sendingKeys }: BackgroundDeps,
  mailer: Mailer,
): JobWork<AccountMail> {
  return accountMailWork({
    pool,
    mailer,
    linkTokens: createOneTimeTokens(secretKey, now),
    mayTellOfAccess: createAccessMailLimit(
      createUsageCounts(pool),
      limitSubjects(deriveKey(secretKey, 'account-limit/v1')),
    ),
    brand: mailBrandOf(profile, publicUrl),
    timeZone: () => profile().time_zone,
    now,
    sayLink: config.isProduction
      ? undefined
      : (to, subject, url) => {
          if (sendingKeys.now.now().smtpUrl === undefined) say(`Mail to ${to}: ${subject}\n  ${url}`);
        },
  });
}
