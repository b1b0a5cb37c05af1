import type { Pool } from 'pg';
import type { Config } from '../../adapters/config.ts';
import type { MailBrand } from '../../adapters/mail/layout.ts';
import type { Mailer } from '../../adapters/mail/mail.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import type { SendingKeysNow } from '../../adapters/sending-keys.ts';
import { outboxProvider } from '../../adapters/sms/outbox.ts';
import { providerOfNow } from '../../adapters/sms/provider-of-now.ts';
import { twilioProvider } from '../../adapters/sms/twilio.ts';
import type { MessageChannel } from '../../contracts/messages/message-words.ts';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { stylistOf } from '../../salon/parts.ts';
import { withStylist } from '../../salon/stylist-words.ts';
import { mailChannel, type NameStylist, textChannel } from './channels.ts';
import { createMessageAppends } from './ledger/append.ts';
import { createOutcomeRecorder } from './ledger/record-outcome.ts';
import { createOptOutOf, limitHasher } from './numbers.ts';
import { createSendingCommands } from './pause/commands.ts';
import { sendingDecider } from './pause/decider.ts';
import { createSendingSwitch } from './pause/switch.ts';
import { postgresCauseRows } from './queue/queue.ts';
import { mailRules, textRules, usualMailsOf } from './rules.ts';
import { createWhyUnsendable } from './staff/sendability.ts';
import { TWILIO_PATH } from './webhook/webhook.ts';

export interface MessagesDeps {
  readonly config: Pick<
    Config,
    'dataDir' | 'databaseUrl' | 'messageWindowSeconds' | 'mailFrom' | 'rateLimitPerMinute'
  >;
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly profile: ProfileNow;
  /** The log as it is stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly pool: Pool;
  /** Names the stream of a number. */
  hashNumber(number: string): string;
  /** The salon, as it signs its mails. */
  readonly brand: MailBrand;
  /** The short private link of a booking. */
  linkOf(bookingId: string): string;
  /** The keys for sending messages at the moment of the call. */
  keysNow(): SendingKeysNow;
  openMailer(): Mailer;
  /** A stylist's name now: null once it was erased; undefined where the salon is no team. */
  stylistName(stylistId: string): Promise<string | null | undefined>;
  now(): Date;
}

/** Makes the dependencies that staff's routes, the provider's webhook and the sender share. */
export function createMessagesContext(deps: MessagesDeps) {
  const { config, publicUrl, secretKey, profile, log, keys, pool, hashNumber, brand, linkOf, keysNow, now } =
    deps;
  const store = sealedEventStore(log, keys);
  const hashLimit = limitHasher(secretKey);
  const optOutOf = createOptOutOf(log, hashNumber);
  const appends = createMessageAppends({ store, now });
  const rules = textRules(config, profile, linkOf);
  const mails = () => usualMailsOf(profile().messages);
  const whyUnsendable = createWhyUnsendable({ store, rules, optOutOf, now });
  const sending = createSendingSwitch(pool, now);
  const sendingCommands = createSendingCommands({
    streams: createEventStreams(log, sendingDecider, { mutex: createKeyedMutex(), now }),
    sending,
  });
  /** Whether messages become files here now, since there is nothing to send them with. */
  const isOutbox = {
    sms: () => keysNow().twilio === undefined,
    email: () => keysNow().smtpUrl === undefined,
  };
  const outbox = outboxProvider(`${config.dataDir}/sms`, now);
  const smsProvider = providerOfNow(
    () => keysNow().twilio,
    (twilio) => (twilio ? twilioProvider(twilio, `${publicUrl}${TWILIO_PATH}`) : outbox),
  );

  const named: NameStylist = async (booking) => {
    const name = booking.slot ? await deps.stylistName(stylistOf(booking.slot)) : undefined;
    // Once a stylist's name was erased, messages name nobody.
    return name ? { ...booking, stylist: withStylist({ name }) } : booking;
  };
  const forChannel = { rows: postgresCauseRows(pool), sending, named };
  const channels = {
    sms: textChannel({ ...forChannel, rules, store, hashNumber, isOutbox: isOutbox.sms }),
    email: mailChannel({
      ...forChannel,
      rules: mailRules(rules, { brand, linkOf, mails }),
    }),
  };
  const recorderOf = (channel: MessageChannel) =>
    createOutcomeRecorder({ store: log, appends, streamOf: channels[channel].streamOf });
  return {
    ...deps,
    store,
    hashLimit,
    optOutOf,
    appends,
    rules,
    mails,
    named,
    whyUnsendable,
    sending,
    sendingCommands,
    isOutbox,
    smsProvider,
    channels,
    recorderOf,
  };
}

export type MessagesContext = ReturnType<typeof createMessagesContext>;
