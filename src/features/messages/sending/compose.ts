import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { senderNow } from '../../../adapters/mail/sender.ts';
import type { Metrics } from '../../../adapters/metrics.ts';
import type { Transaction } from '../../../adapters/postgres/process-store.ts';
import { createSharedUsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../../adapters/secrets/limit-subjects.ts';
import type { SendOutcome } from '../../../adapters/sms/provider.ts';
import { singleFlight } from '../../../eventsourcing/async/single-flight.ts';
import type { ProcessManager } from '../../../eventsourcing/processes/process-manager.ts';
import type { MessagesContext } from '../context.ts';
import type { MESSENGER } from '../ledger/append.ts';
import { createMailLimits } from '../mails/mail-limits.ts';
import { createMailWorker } from '../mails/mail-worker.ts';
import { createSendMail } from '../mails/send-mail.ts';
import { homeOf } from '../pause/switch.ts';
import { createMessenger } from '../queue/messenger.ts';
import { findDue, messengerTables, nextDue, postpone } from '../queue/queue.ts';
import { createTextLimits, textLimitsOf } from '../texts/text-limits.ts';
import { AT_ONCE, sendDue } from './send-due.ts';
import { createMessageSender } from './sender.ts';

/** When a look that failed is tried again. */
const FAILED_AGAIN_MS = 10_000;
const COPIED =
  'This database was copied, moved or restored, so no message leaves it: customers may have had them from elsewhere. ' +
  'Where this is the installation that shall write to them, press "Resume messages" on the page Messages of the admin area.';
/** Outcomes within so long are recorded together, by shared statements. */
const RECORD_TOGETHER_MS = 20;

export interface SendingDeps {
  readonly metrics: Pick<Metrics, 'messageEnded'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** The processes that find, send and follow up texts and mails to customers. */
interface SendingWorker {
  readonly messenger: ProcessManager<Transaction> & { readonly name: typeof MESSENGER };
  /** Sends and follows up what is due until the signal aborts. */
  work(signal: AbortSignal): Promise<void>;
  /** Closes the connection to the mail server. */
  close(): void;
}

/** Pauses sending first when the database is a copy of another one. */
export async function startSending(
  context: MessagesContext,
  { metrics, logger }: SendingDeps,
): Promise<SendingWorker> {
  const { config, publicUrl, secretKey, profile, log, pool, brand, linkOf, openMailer, now } = context;
  const { store, appends, rules, channels, isOutbox, sending, hashNumber } = context;

  const home = await homeOf(pool, config.databaseUrl === undefined ? config.dataDir : null);
  if (await sending.pauseIfCopied(home))
    logger.warn({ err: new Error('the database was elsewhere before') }, COPIED);
  await context.sendingCommands.keepPause();

  const mailer = openMailer();
  const stop = async () => {
    await sending.stop();
    logger.error(
      { err: new Error('the limit of texts per day was reached') },
      'Texts to customers wait until an administrator lifts the stop.',
    );
  };
  const sendMail = createSendMail({
    mailer,
    isOutbox: isOutbox.email,
    sender: senderNow(config, profile, publicUrl),
    brand,
    mails: context.mails,
    timeZone: profile().time_zone,
    linkOf,
    now,
  });
  const together = singleFlight(() => sleep(RECORD_TOGETHER_MS));
  const shared = { store, appends, together, now, monotonic: () => performance.now() };
  // No provider has accepted what became a file here.
  const ended = (channel: keyof typeof isOutbox) => (outcome: SendOutcome['outcome']) =>
    metrics.messageEnded(channel, isOutbox[channel]() && outcome === 'accepted' ? 'kept' : outcome);
  const workers = {
    sms: createMessageSender({
      ...shared,
      channel: channels.sms,
      recorder: context.recorderOf('sms'),
      limits: createTextLimits({
        pool,
        limits: textLimitsOf(profile().messages.limits),
        hash: context.hashLimit,
        stop,
      }),
      provider: context.smsProvider,
      hashNumber,
      ended: ended('sms'),
    }),
    email: createMailWorker({
      ...shared,
      channel: channels.email,
      recorder: context.recorderOf('email'),
      limits: createMailLimits(
        createSharedUsageCounts(pool),
        limitSubjects(deriveKey(secretKey, 'message-limit/v1')),
      ),
      sendMail,
      ended: ended('email'),
    }),
  };
  /** Ends the sender's wait. */
  let wake = () => {};
  const lookFailed = (err: unknown) =>
    logger.warn({ err }, 'A message to a customer could not be looked at; it is tried again.');
  return {
    messenger: createMessenger({
      log,
      appends,
      tables: messengerTables({ home, now }),
      rules,
      added: () => wake(),
    }),
    work: (signal) =>
      sendDue(
        {
          findDue: () => findDue(pool, now(), AT_ONCE),
          async nextInMs() {
            const at = await nextDue(pool, now());
            return at && at.getTime() - now().getTime();
          },
          onAdded(woken) {
            wake = woken;
          },
          look: (cause) => workers[cause.channel](cause),
          postpone: (cause) => postpone(pool, cause, new Date(now().getTime() + FAILED_AGAIN_MS)),
          onFailure: lookFailed,
        },
        signal,
      ),
    close: mailer.close,
  };
}
