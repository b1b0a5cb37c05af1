import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { openJobs } from '../../adapters/jobs/jobs.ts';
import type { JobWork } from '../../adapters/jobs/work.ts';
import type { Mailer } from '../../adapters/mail/mail.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import type { Transaction } from '../../adapters/postgres/process-store.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import { nightlyBackup } from '../../backup/nightly.ts';
import { allSettled } from '../../eventsourcing/async/all-settled.ts';
import { regularly } from '../../eventsourcing/async/regularly.ts';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { ProcessManager } from '../../eventsourcing/processes/process-manager.ts';
import { subscribeAll } from '../../eventsourcing/streams/live-projection.ts';
import { ACCOUNT_MAILS, type AccountMail, accountMailWork } from '../../features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../../features/accounts/mails/one-time-tokens.ts';
import type { SecretLinks } from '../../features/booking/appointment/secret-links.ts';
import type { MessagesDeps } from '../../features/messages/context.ts';
import type { KeysNow } from '../../features/sending-keys/keys-now.ts';
import { liveSettings } from '../../features/settings/compose.ts';
import { askForNightlyProof } from '../../features/system/proofs.ts';
import { messagesOf } from '../messages.ts';
import { profileOf, readProfileSource } from '../profile.ts';
import { mailBrandOf, mailerOf } from '../senders.ts';
import { sendingKeysOf } from '../sending-keys.ts';
import { clean, isCleaningDue } from './cleaning.ts';
import type { ProcessSettings } from './worker-messages.ts';

/** How often to check whether the night's backup, proof and cleaning are due. */
const DUE_EVERY_MS = 600_000;
const RETRYING = { firstMs: 500, longestMs: 10_000, retries: () => true };

export interface BackgroundDeps
  extends Pick<MessagesDeps, 'keys'>,
    Pick<ProcessSettings, 'config' | 'publicUrl' | 'databaseUrl' | 'secretKey'> {
  readonly log: EventStore & Pick<EventLog, 'kind'>;
  readonly links: SecretLinks;
  readonly metrics: Pick<Metrics, 'messageEnded'>;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Rebuilds a read model beside its live tables. @throws RebuildFailed */
  rebuild(readModel: string, signal: AbortSignal): Promise<void>;
  /** Prints a line for the person at the console. */
  readonly say: (line: string) => void;
}

type ManagerRunner = (manager: ProcessManager<Transaction>, signal: AbortSignal) => Promise<void>;

/**
 * Until the signal aborts, finds out which messages customers should get and sends them, sends mails about accounts, each night makes
 * a backup and asks for a proof, and cleans the files of what was erased. Each of these tasks is retried on its own when it fails, so
 * that a fault in one doesn't stop the others.
 */
export async function runMessagingAndJobs(
  deps: BackgroundDeps,
  run: ManagerRunner,
  signal: AbortSignal,
): Promise<void> {
  const { config, publicUrl, log, logger } = deps;
  const onRetry = (err: unknown) =>
    logger.warn({ err }, 'Messages and jobs could not be begun; another try follows.');
  const policy = { ...RETRYING, onRetry };
  // Retried, since somebody may just be editing the profile when this process takes the work over from another one.
  const source = await retrying(signal, policy, () => readProfileSource(deps));
  if (!source) return;
  const onUnreadable = (err: unknown) =>
    logger.error({ err }, 'The settings cannot be read: messages are sent by what they said before.');
  const settings = liveSettings(onUnreadable);
  const { now: sendingKeys } = sendingKeysOf(deps, onUnreadable);
  const following = subscribeAll(log, [settings.live, sendingKeys.live], signal).then(
    async (followed) => {
      await sendingKeys.follow(followed, signal);
      return followed;
    },
    () => undefined,
  );
  const newProfile = () => profileOf(source, settings.saved, logger);
  const profile = newProfile();
  /** Begins what needs the saved settings, as soon as they have been read. */
  const withSettings = async (work: () => Promise<unknown>): Promise<void> => {
    if (await following) await work();
  };
  // Account mails don't wait for that: somebody may be unable to sign in while the log doesn't answer. They have a mailer of their own,
  // so that nobody waits for a link behind a hundred reminders.
  const ofAccounts = newProfile();
  await retrying(signal, policy, sendingKeys.load);
  const accountMailer = mailerOf(config, sendingKeys.now, ofAccounts, publicUrl);
  const accountMails = accountMailsOf(deps, ofAccounts, accountMailer, sendingKeys.now);
  try {
    await allSettled([
      withSettings(() =>
        retrying(signal, policy, () => sendMessages(signal, deps, profile, sendingKeys.now, run)),
      ),
      retrying(signal, policy, () => doJobs(signal, deps, accountMails)),
      withSettings(() => backUpNightly(signal, deps, profile)),
      withSettings(() => proveNightly(signal, deps, profile)),
      withSettings(() => cleanWhenDue(signal, deps, profile)),
    ]);
  } finally {
    accountMailer.close();
    await (await following)?.ended;
  }
}

async function sendMessages(
  signal: AbortSignal,
  deps: BackgroundDeps,
  profile: ProfileNow,
  keysNow: KeysNow['now'],
  run: ManagerRunner,
): Promise<void> {
  const messages = await messagesOf(deps, profile, keysNow);
  const { messenger, work, close } = await messages.startSending(deps);
  await allSettled([run(messenger, signal), work(signal)]).finally(close);
}

async function doJobs(
  signal: AbortSignal,
  { pool, logger }: BackgroundDeps,
  accountMails: JobWork<AccountMail>,
): Promise<void> {
  const jobs = await openJobs({ pool, queue: ACCOUNT_MAILS, logger, supervises: true });
  try {
    await jobs.work(accountMails, signal);
  } catch (error) {
    await jobs.stop();
    throw error;
  }
}

async function backUpNightly(
  signal: AbortSignal,
  { config, logger, ...deps }: BackgroundDeps,
  profile: ProfileNow,
): Promise<void> {
  const { time_zone: timeZone } = profile();
  const { backupDir, backupKeep: keep } = config;
  if (backupDir === undefined) return;
  const nightly = { ...deps, signal, timeZone, keep, report: (line: string) => logger.info(line) };
  const onFailure = (err: unknown) => {
    if (!signal.aborted) logger.error({ err }, 'The backup failed; it is tried again in some minutes.');
  };
  await regularly([() => nightlyBackup(nightly, backupDir)], { everyMs: DUE_EVERY_MS, onFailure }, signal);
}

async function proveNightly(
  signal: AbortSignal,
  { pool, logger, now }: BackgroundDeps,
  profile: ProfileNow,
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
  { logger, ...deps }: BackgroundDeps,
  profile: ProfileNow,
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
  { config, publicUrl, secretKey, pool, now, say }: BackgroundDeps,
  profile: ProfileNow,
  mailer: Mailer,
  keysNow: KeysNow['now'],
): JobWork<AccountMail> {
  return accountMailWork({
    pool,
    mailer,
    linkTokens: createOneTimeTokens(secretKey, now),
    brand: mailBrandOf(profile, publicUrl),
    timeZone: () => profile().time_zone,
    now,
    sayLink: config.isProduction
      ? undefined
      : (to, subject, url) => {
          if (keysNow().smtpUrl === undefined) say(`Mail to ${to}: ${subject}\n  ${url}`);
        },
  });
}
