import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import { senderOf } from '../adapters/mail/sender.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { Transaction } from '../adapters/postgres/process-store.ts';
import { createSharedUsageCounts } from '../adapters/postgres/usage-counts.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../adapters/secrets/limit-subjects.ts';
import type { SendOutcome } from '../adapters/sms/provider.ts';
import type { MessageChannel } from '../contracts/messages/message-words.ts';
import { allSettled } from '../eventsourcing/async/all-settled.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import { regularly } from '../eventsourcing/async/regularly.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import type { ProcessManager } from '../eventsourcing/processes/process-manager.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../eventsourcing/streams/event-streams.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { createMailCounts } from '../features/messages/mails/mail-counts.ts';
import { mailProvider } from '../features/messages/mails/mail-provider.ts';
import { mailRows } from '../features/messages/mails/mail-rows.ts';
import { mailSending } from '../features/messages/mails/mail-sending.ts';
import { createMessenger } from '../features/messages/messenger.ts';
import { messengerTables, postgresCauseRows, takeDue } from '../features/messages/sending/cause-rows.ts';
import { createSendingCommands } from '../features/messages/sending/commands.ts';
import { sendingDecider } from '../features/messages/sending/decider.ts';
import { createSendingSwitch, homeOf } from '../features/messages/sending/switch.ts';
import type { DueCause } from '../features/messages/sending/tables.ts';
import { createTextCounts, sweepTextCounts } from '../features/messages/sending/text-counts.ts';
import { createMessageAppends, type MESSENGER } from '../features/messages/worker/append.ts';
import { lookAtWhatIsDue } from '../features/messages/worker/due-looks.ts';
import { MAIL_CHANNEL, textChannel } from '../features/messages/worker/facts.ts';
import { createOutcomeRecorder } from '../features/messages/worker/record.ts';
import { together } from '../features/messages/worker/together.ts';
import { createMessageWorker } from '../features/messages/worker/worker.ts';
import { linksOf, mailRulesOf, messageRulesOf } from './message-rules.ts';
import { limitHasher, numberHasher } from './number-hashes.ts';
import { mailBrandOf, mailerOf, smsProviderOf } from './senders.ts';

const SWEEP_EVERY_MS = 10_000;
const COPIED =
  'This database was copied, moved or restored, so no message leaves it: customers may have had them from elsewhere. ' +
  'Where this is the installation that shall write to them, press "Resume messages" on the page Messages of the admin area.';
/** Outcomes within so long are recorded together. */
const RECORD_TOGETHER_MS = 20;
/** In a day: booked, moved and cancelled, and one more. */
const TEXTS_PER_UNCONFIRMED_BOOKING = 4;

export interface MessagingDeps {
  readonly config: Pick<
    Config,
    'twilio' | 'dataDir' | 'databaseUrl' | 'messageWindowSeconds' | 'smtpUrl' | 'mailFrom'
  >;
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly profile: SalonProfile;
  readonly links: SecretLinks;
  /** The log as it is stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly pool: Pool;
  readonly metrics: Pick<Metrics, 'messageEnded'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  now(): Date;
}

/** What finds, sends and follows up texts and mails to customers, where the projector is active. */
interface Messaging {
  readonly messenger: ProcessManager<Transaction> & { readonly name: typeof MESSENGER };
  /** Sends and follows up what is due until the signal aborts. */
  work(signal: AbortSignal): Promise<void>;
  /** Lets go of the mail server. */
  close(): void;
}

/** Wires the messenger and the worker. It pauses sending first when the database is a copy of another one. */
export async function composeMessaging(deps: MessagingDeps): Promise<Messaging> {
  const { config, publicUrl, secretKey, profile, links, log, keys, pool, metrics, logger, now } = deps;
  const sending = createSendingSwitch(pool, now);
  const home = await homeOf(pool, config.databaseUrl === undefined ? config.dataDir : null);
  if (await sending.settle(home))
    logger.warn({ err: new Error('the database was elsewhere before') }, COPIED);
  const decisions = createEventStreams(log, sendingDecider, { mutex: createKeyedMutex(), now });
  await createSendingCommands({ streams: decisions, sending }).keepPause();

  const store = sealedEventStore(log, keys);
  const appends = createMessageAppends({ store, now });
  const rules = messageRulesOf({ config, profile, links, publicUrl });
  const { limits } = profile.messages;
  const rows = postgresCauseRows(pool);
  const hashNumber = numberHasher(secretKey);
  const texts = textChannel({ store, hashNumber, isOutbox: config.twilio === undefined });
  /** What was kept here was taken by nobody. */
  const ended =
    (channel: MessageChannel, isOutbox: boolean) =>
    (outcome: SendOutcome['outcome']): void =>
      metrics.messageEnded(channel, isOutbox && outcome === 'accepted' ? 'kept' : outcome);
  const shared = {
    store,
    appends,
    hashNumber,
    randomId: randomUUID,
    together: together(RECORD_TOGETHER_MS),
    now,
    monotonic: () => performance.now(),
  };
  const lookAtText = createMessageWorker({
    ...shared,
    recorder: createOutcomeRecorder({ store: log, appends, streamOf: texts.streamOf }),
    rows,
    counts: createTextCounts({
      pool,
      limits: {
        perNumber: limits.per_number_per_day,
        perAddress: limits.per_address_per_day,
        shareOfNumber: Math.ceil(limits.per_number_per_day / 2),
        perBooking: TEXTS_PER_UNCONFIRMED_BOOKING,
        perPrefix: limits.per_prefix_per_day,
        unconfirmed: limits.unconfirmed_per_day ?? Math.floor(limits.per_day / 2),
        inAll: limits.per_day,
      },
      hash: limitHasher(secretKey),
      stop: async () => {
        await sending.stop();
        logger.error(
          { err: new Error('the limit of texts per day was reached') },
          'Texts to customers wait until an administrator lifts the stop.',
        );
      },
    }),
    sending,
    provider: smsProviderOf(config, publicUrl, now),
    rules,
    channel: texts,
    ended: ended('sms', config.twilio === undefined),
  });

  const mailing = {
    mailer: mailerOf(config, profile, publicUrl),
    isOutbox: config.smtpUrl === undefined,
    sender: senderOf(config, profile, publicUrl),
    brand: mailBrandOf(profile, publicUrl),
    timeZone: profile.time_zone,
    linkOf: linksOf(links, publicUrl),
    now,
  };
  const lookAtMail = createMessageWorker({
    ...shared,
    recorder: createOutcomeRecorder({ store: log, appends, streamOf: MAIL_CHANNEL.streamOf }),
    rows: mailRows(rows),
    counts: createMailCounts(
      createSharedUsageCounts(pool),
      limitSubjects(deriveKey(secretKey, 'message-limit/v1')),
    ),
    sending: mailSending(sending),
    provider: mailProvider(mailing),
    rules: mailRulesOf(rules, mailing),
    channel: MAIL_CHANNEL,
    ended: ended('email', mailing.isOutbox),
  });

  const lookFailed = (err: unknown) =>
    logger.warn({ err }, 'A message to a customer could not be looked at; it is tried again.');
  const sweepFailed = (err: unknown) =>
    logger.warn({ err }, 'Texts of long ago could not be forgotten; the next sweep tries again.');
  const lookBy = { sms: lookAtText, email: lookAtMail };
  const looks = {
    take: (most: Readonly<Record<MessageChannel, number>>) => takeDue(pool, now(), most),
    look: (cause: DueCause) => lookBy[cause.channel](cause),
    onFailure: lookFailed,
  };

  return {
    messenger: createMessenger({
      log,
      appends,
      tables: messengerTables({ home, now }),
      rules,
      withMails: true,
    }),
    work: (signal) =>
      allSettled([
        lookAtWhatIsDue(looks, signal),
        regularly([() => sweepTextCounts(pool)], { everyMs: SWEEP_EVERY_MS, onFailure: sweepFailed }, signal),
      ]),
    close: mailing.mailer.close,
  };
}
