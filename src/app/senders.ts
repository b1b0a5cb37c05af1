import { join } from 'node:path';
import type { Config } from '../adapters/config.ts';
import { fileMailer } from '../adapters/mail/file.ts';
import type { MailBrand } from '../adapters/mail/layout.ts';
import type { Mailer } from '../adapters/mail/mail.ts';
import { senderNow } from '../adapters/mail/sender.ts';
import { smtpMailer } from '../adapters/mail/smtp.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import { smsOutbox } from '../adapters/sms/outbox.ts';
import type { SendText } from '../adapters/sms/provider.ts';
import { twilioTexts } from '../adapters/sms/twilio.ts';
import { addressLine } from '../salon/address.ts';

/** Sends mails through the mail server, or writes them to files if none is set. */
export function mailerOf(
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom'>,
  profile: ProfileNow,
  publicUrl: string,
): Mailer {
  const sender = senderNow(config, profile, publicUrl);
  const { smtpUrl, dataDir } = config;
  return smtpUrl === undefined ? fileMailer(join(dataDir, 'mail'), sender) : smtpMailer(smtpUrl, sender);
}

/** What mails say about the salon that sends them, read anew each time. */
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

/** Sends text messages through the salon's account, or writes them to files if it has none. */
export const textsOf = ({ twilio, dataDir }: Config, now: () => Date): SendText =>
  twilio ? twilioTexts(twilio) : smsOutbox(join(dataDir, 'sms'), now);
