import { randomUUID } from 'node:crypto';
import type { Router } from 'express';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../adapters/config.ts';
import type { MailBrand } from '../../adapters/mail/layout.ts';
import type { Mailer } from '../../adapters/mail/mail.ts';
import { senderOf } from '../../adapters/mail/sender.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import type { Transaction } from '../../adapters/postgres/process-store.ts';
import { createSharedUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import type { SalonProfile } from '../../adapters/salon-profile/profile.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../adapters/secrets/limit-subjects.ts';
import { outboxProvider } from '../../adapters/sms/outbox-provider.ts';
import type { SendOutcome, SmsProvider } from '../../adapters/sms/provider.ts';
import { twilioProvider } from '../../adapters/sms/twilio.ts';
import { createSignatureCheck } from '../../adapters/sms/twilio-signature.ts';
import type { MessageChannel } from '../../contracts/messages/message-words.ts';
import { allSettled } from '../../eventsourcing/async/all-settled.ts';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { regularly } from '../../eventsourcing/async/regularly.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { ProcessManager } from '../../eventsourcing/processes/process-manager.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { createMinuteLimit } from '../../http/limits/rate-limits.ts';
import { MAIL_CHANNEL, mailRows, stateFor, textChannel } from './channels.ts';
import { createMessageAppends, type MESSENGER } from './ledger/append.ts';
import { createOutcomeRecorder } from './ledger/record-outcome.ts';
import { createMailLimits } from './mails/mail-limits.ts';
import { mailProvider } from './mails/mail-provider.ts';
import { createOptOutOf, limitHasher, numberHasher } from './numbers.ts';
import { createLastDecidedBy, createSendingCommands } from './pause/commands.ts';
import { sendingDecider } from './pause/decider.ts';
import { createSendingSwitch, homeOf } from './pause/switch.ts';
import { createMessenger } from './queue/messenger.ts';
import { messengerTables, postgresCauseRows, takeDue } from './queue/queue.ts';
import { mailRules, textRules } from './rules.ts';
import { sendDue } from './sending/send-due.ts';
import { createMessageSender } from './sending/sender.ts';
import { together } from './sending/timing.ts';
import { createMessageCommands } from './staff/commands.ts';
import { mailsDecider, messagesDecider } from './staff/decider.ts';
import { createNextText } from './staff/next-text.ts';
import { type MessageRoutesDeps, messageRoutes } from './staff/routes.ts';
import { createWhyUnsendable } from './staff/sendability.ts';
import { createWaitingMessages, type WaitingDeps } from './staff/waiting.ts';
import { usualTexts } from './texts/templates.ts';
import { createTextLimits, lastBookingTexted, sweepTextCounts, textLimitsOf } from './texts/text-limits.ts';
import { createReplies } from './webhook/replies.ts';
import { createStatusReports, TWILIO_PATH, twilioWebhook } from './webhook/webhook.ts';

const SWEEP_EVERY_MS = 10_000;
const COPIED =
  'This database was copied, moved or restored, so no message leaves it: customers may have had them from elsewhere. ' +
  'Where this is the installation that shall write to them, press "Resume messages" on the page Messages of the admin area.';
/** Outcomes within so long are recorded together. */
const RECORD_TOGETHER_MS = 20;

export interface MessagesDeps {
  readonly config: Pick<
    Config,
    | 'twilio'
    | 'dataDir'
    | 'databaseUrl'
    | 'messageWindowSeconds'
    | 'smtpUrl'
    | 'mailFrom'
    | 'rateLimitPerMinute'
  >;
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly profile: SalonProfile;
  /** The log as it is stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly pool: Pool;
  /** The salon, as it signs its mails. */
  readonly brand: MailBrand;
  /** The short private link of a booking. */
  linkOf(bookingId: string): string;
  openMailer(): Mailer;
  now(): Date;
}

/** What the read side, and the accounts, tell the routes of staff. */
interface ReadSide
  extends Pick<MessageRoutesDeps, 'on' | 'find' | 'undelivered' | 'models'>,
    Pick<WaitingDeps, 'findBookings' | 'readContext'> {
  /** What users are called, by id. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface SendingDeps {
  readonly metrics: Pick<Metrics, 'messageEnded'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** What finds, sends and follows up texts and mails to customers. */
interface Sending {
  readonly messenger: ProcessManager<Transaction> & { readonly name: typeof MESSENGER };
  /** Sends and follows up what is due until the signal aborts. */
  work(signal: AbortSignal): Promise<void>;
  /** Closes the connection to the mail server. */
  close(): void;
}

/**
 * Everything about messages to customers: staff's routes and the provider's webhook for processes that serve HTTP, the process manager
 * and the sender where the projector is active.
 */
export function composeMessages(deps: MessagesDeps) {
  const { config, publicUrl, secretKey, profile, log, keys, pool, brand, linkOf, now } = deps;
  const store = sealedEventStore(log, keys);
  const hashNumber = numberHasher(secretKey);
  const hashLimit = limitHasher(secretKey);
  const optOutOf = createOptOutOf(log, hashNumber);
  const appends = createMessageAppends({ store, now });
  const rules = textRules(config, profile, linkOf);
  const whyUnsendable = createWhyUnsendable({ store, rules, optOutOf, now });
  const sending = createSendingSwitch(pool, now);
  const sendingCommands = createSendingCommands({
    streams: createEventStreams(log, sendingDecider, { mutex: createKeyedMutex(), now }),
    sending,
  });
  const rows = postgresCauseRows(pool);
  const isOutbox = { sms: config.twilio === undefined, email: config.smtpUrl === undefined };
  const smsProvider: SmsProvider = config.twilio
    ? twilioProvider(config.twilio, `${publicUrl}${TWILIO_PATH}`)
    : outboxProvider(`${config.dataDir}/sms`, now);

  /** What differs between texts and mails. */
  const channels = {
    sms: {
      channel: textChannel({ store, hashNumber, isOutbox: isOutbox.sms }),
      rules,
      rows,
      sending: { read: sending.read },
    },
    email: {
      channel: MAIL_CHANNEL,
      rules: mailRules(rules, { brand, linkOf }),
      rows: mailRows(rows),
      sending: { read: async () => stateFor('email', await sending.read()) },
    },
  };
  const nextTexts = createNextText({ ...channels.sms, store, isOutbox: isOutbox.sms, now });
  const recorderOf = (channel: MessageChannel) =>
    createOutcomeRecorder({ store: log, appends, streamOf: channels[channel].channel.streamOf });

  function mountRoutes({ on, findBookings, readContext, namesOf, ...readSide }: ReadSide): void {
    messageRoutes({
      ...readSide,
      on,
      // Staff's requests hold nothing personal, so the log is used as it is stored.
      commands: createMessageCommands({
        streams: {
          sms: createEventStreams(log, messagesDecider, { mutex: createKeyedMutex(), now }),
          email: createEventStreams(log, mailsDecider, { mutex: createKeyedMutex(), now }),
        },
        store,
        rows: { sms: channels.sms.rows, email: channels.email.rows },
        whyUnsendable,
        sending,
      }),
      waiting: createWaitingMessages({ pool, store, channels, sending, findBookings, readContext, now }),
      nextTexts,
      sending,
      sendingCommands,
      lastDecidedBy: createLastDecidedBy(log, namesOf),
      hasProvider: !isOutbox.sms,
      hasMailServer: !isOutbox.email,
      usualTexts: () => usualTexts(rules, now()),
    });
  }

  /** What the provider of texts calls; undefined for an installation without an account there. */
  function webhook(): Router | undefined {
    if (!config.twilio) return undefined;
    const recorder = recorderOf('sms');
    return twilioWebhook({
      publicUrl,
      limitOfForged: createMinuteLimit(config.rateLimitPerMinute),
      isSigned: createSignatureCheck(config.twilio.authToken),
      receiveStatus: createStatusReports(recorder),
      receiveReply: createReplies({
        recorder,
        provider: smsProvider,
        lastBookingOf: lastBookingTexted(pool, hashLimit),
        hashNumber,
        now,
      }),
    });
  }

  /** Pauses sending first when the database is a copy of another one. */
  async function startSending({ metrics, logger }: SendingDeps): Promise<Sending> {
    const home = await homeOf(pool, config.databaseUrl === undefined ? config.dataDir : null);
    if (await sending.pauseIfCopied(home))
      logger.warn({ err: new Error('the database was elsewhere before') }, COPIED);
    await sendingCommands.keepPause();

    const mailer = deps.openMailer();
    const stop = async () => {
      await sending.stop();
      logger.error(
        { err: new Error('the limit of texts per day was reached') },
        'Texts to customers wait until an administrator lifts the stop.',
      );
    };
    const providers = {
      sms: smsProvider,
      email: mailProvider({
        mailer,
        isOutbox: isOutbox.email,
        sender: senderOf(config, profile, publicUrl),
        brand,
        timeZone: profile.time_zone,
        linkOf,
        now,
      }),
    };
    const limits = {
      sms: createTextLimits({
        pool,
        limits: textLimitsOf(profile.messages.limits),
        hash: hashLimit,
        stop,
      }),
      email: createMailLimits(
        createSharedUsageCounts(pool),
        limitSubjects(deriveKey(secretKey, 'message-limit/v1')),
      ),
    };
    const gather = together(RECORD_TOGETHER_MS);
    const senderOfChannel = (channel: MessageChannel) =>
      createMessageSender({
        ...channels[channel],
        store,
        appends,
        recorder: recorderOf(channel),
        limits: limits[channel],
        provider: providers[channel],
        hashNumber,
        randomId: randomUUID,
        together: gather,
        now,
        monotonic: () => performance.now(),
        // Nobody took what became a file here.
        ended: (outcome: SendOutcome['outcome']) =>
          metrics.messageEnded(channel, isOutbox[channel] && outcome === 'accepted' ? 'kept' : outcome),
      });
    const senders = { sms: senderOfChannel('sms'), email: senderOfChannel('email') };
    const lookFailed = (err: unknown) =>
      logger.warn({ err }, 'A message to a customer could not be looked at; it is tried again.');
    const sweepFailed = (err: unknown) =>
      logger.warn({ err }, 'Texts of long ago could not be forgotten; the next sweep tries again.');
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
          sendDue(
            {
              take: (most) => takeDue(pool, now(), most),
              look: (cause) => senders[cause.channel](cause),
              onFailure: lookFailed,
            },
            signal,
          ),
          regularly(
            [() => sweepTextCounts(pool)],
            { everyMs: SWEEP_EVERY_MS, onFailure: sweepFailed },
            signal,
          ),
        ]),
      close: mailer.close,
    };
  }

  return { mountRoutes, webhook, startSending, whyUnsendable, optOutOf, departureOf: nextTexts.departureOf };
}

export type Messages = ReturnType<typeof composeMessages>;
