import { join } from 'node:path';
import type { Config } from '../adapters/config.ts';
import { fileMailer } from '../adapters/mail/file.ts';
import type { MailBrand } from '../adapters/mail/layout.ts';
import type { Mailer } from '../adapters/mail/mail.ts';
import { senderOf } from '../adapters/mail/sender.ts';
import { smtpMailer } from '../adapters/mail/smtp.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { smsOutbox } from '../adapters/sms/outbox.ts';
import type { SendText } from '../adapters/sms/provider.ts';
import { twilioTexts } from '../adapters/sms/twilio.ts';
import { addressLine } from '../salon/address.ts';

/** Sends mails through the mail server, or writes them to files if none is set. */
export function mailerOf(
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom'>,
  profile: SalonProfile,
  publicUrl: string,
): Mailer {
  const sender = senderOf(config, profile, publicUrl);
  const { smtpUrl, dataDir } = config;
  return smtpUrl === undefined ? fileMailer(join(dataDir, 'mail'), sender) : smtpMailer(smtpUrl, sender);
}

/** What mails say about the salon that sends them. */
export const mailBrandOf = (
  { name, address, phone, phone_e164 }: SalonProfile,
  publicUrl: string,
): MailBrand => ({ name, address: addressLine(address), phone, phoneE164: phone_e164, publicUrl });

/** Sends text messages through the salon's account, or writes them to files if it has none. */
export const textsOf = ({ twilio, dataDir }: Config, now: () => Date): SendText =>
  twilio ? twilioTexts(twilio) : smsOutbox(join(dataDir, 'sms'), now);
