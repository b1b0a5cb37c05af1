import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../adapters/config.ts';
import { keptFor } from '../adapters/kept-for.ts';
import { fileMailer } from '../adapters/mail/file.ts';
import type { MailBrand } from '../adapters/mail/layout.ts';
import type { Mailer } from '../adapters/mail/mail.ts';
import { senderNow } from '../adapters/mail/sender.ts';
import { smtpMailer } from '../adapters/mail/smtp.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { SendingKeysNow } from '../adapters/sending-keys.ts';
import { outboxProvider } from '../adapters/sms/outbox.ts';
import type { SendText, TryText } from '../adapters/sms/provider.ts';
import { twilioTexts } from '../adapters/sms/twilio.ts';
import { createOptOutOf, numberHasherOf } from '../features/messages/numbers.ts';
import { createSendingSwitch } from '../features/messages/pause/switch.ts';
import { isServedBy } from '../features/messages/rules.ts';
import { addressLine } from '../salon/address.ts';
import type { AppContext } from './context.ts';
import type { Stores } from './stores.ts';

/** The keys for sending messages at the moment of the call. */
type KeysNow = () => SendingKeysNow;

const UNREADABLE: Mailer = {
  send: async () => ({ outcome: 'passing', code: 'no readable keys' }),
  close: () => {},
};

/** Sends mails through the mail server, or writes them to files while none is set. */
export function mailerOf(
  config: Pick<Config, 'dataDir' | 'mailFrom'>,
  keysNow: KeysNow,
  profile: ProfileNow,
  publicUrl: string,
): Mailer {
  const sender = senderNow(config, profile, publicUrl);
  const mailer = keptFor(
    () => keysNow().smtpUrl,
    (url) => {
      if (url === 'unreadable') return UNREADABLE;
      return url === undefined ? fileMailer(join(config.dataDir, 'mail'), sender) : smtpMailer(url, sender);
    },
    ({ close }) => close(),
  );
  return { send: (...mail) => mailer.present().send(...mail), close: mailer.end };
}

/** The salon's details that mails show, read anew each time. */
export const mailBrandOf = (profile: ProfileNow, publicUrl: string): MailBrand => ({
  publicUrl,
  get name() {
    return profile().name;
  },
  get address() {
    return addressLine(profile().address);
  },
  get phone() {
    return profile().phone;
  },
  get phoneE164() {
    return profile().phone_e164;
  },
});

/** Sends a text through the salon's account, or writes it to a file while it has none. */
function tryTextOf({ dataDir }: Pick<Config, 'dataDir'>, keysNow: KeysNow, now: () => Date): TryText {
  const outbox = outboxProvider(join(dataDir, 'sms'), now);
  const sending = keptFor(
    () => keysNow().twilio,
    (twilio): TryText => {
      if (twilio === 'unreadable') return async () => ({ outcome: 'not-sent', why: 'unreachable' });
      if (twilio !== undefined) return twilioTexts(twilio);
      return (text) => outbox.send({ ...text, bookingId: '', attemptId: randomUUID() });
    },
  );
  return (text) => sending.present()(text);
}

/** The same for codes. Nobody asks later what became of one, so a code that may have left counts as sent. */
const textsOf =
  (tryText: TryText): SendText =>
  async (to, text) => {
    const { outcome } = await tryText({ to, text });
    if (outcome === 'refused' || outcome === 'not-sent') throw new Error(`the provider: ${outcome}`);
  };

export type DirectSenders = Awaited<ReturnType<typeof directSendersOf>>;

/** Makes the senders of messages that this process sends at once instead of through the queue: codes, and tests by staff. */
export async function directSendersOf(
  { pool, log, keys }: Pick<Stores, 'pool' | 'log' | 'keys'>,
  { config, publicUrl, secretKey, now, closing }: AppContext,
  profile: ProfileNow,
  keysNow: KeysNow,
) {
  const { isProduction } = config;
  const optOutOf = createOptOutOf(log, await numberHasherOf(keys, secretKey));
  const mailer = mailerOf(config, keysNow, profile, publicUrl);
  closing.defer(async () => mailer.close());
  const tryText = tryTextOf(config, keysNow, now);
  return {
    brand: mailBrandOf(profile, publicUrl),
    // Without a provider or mail server, codes are written to files. In production nobody reads those.
    isConnected: {
      get sms() {
        return keysNow().twilio !== undefined || !isProduction;
      },
      get email() {
        return keysNow().smtpUrl !== undefined || !isProduction;
      },
    },
    tryText,
    sendText: textsOf(tryText),
    mailer,
    sending: createSendingSwitch(pool, now),
    isServed: isServedBy(profile),
    takesTexts: async (number: string) => (await optOutOf(number)) === null,
  };
}
