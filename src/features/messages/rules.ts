import type { CountryCode } from 'libphonenumber-js/max';
import type { Config } from '../../adapters/config.ts';
import { textOf } from '../../adapters/mail/layout.ts';
import { isTexted } from '../../adapters/phone.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import type { SalonProfile } from '../../adapters/salon-profile/profile.ts';
import { minutesOfClock } from '../../salon/salon-time.ts';
import type { MessageRules } from './decision/decide-message.ts';
import type { UsualMails } from './mails/mail-content.ts';
import { contentOf, type MailingDeps } from './mails/send-mail.ts';
import { createTextOf, type MessageTexts } from './texts/templates.ts';

/** Whether the salon texts a number at all, by its country and kind. */
export const isServedBy =
  (profile: ProfileNow): ((number: string) => boolean) =>
  (number) => {
    const { messages, address } = profile();
    const { countries = [address.country] } = messages;
    return isTexted(number, countries as readonly CountryCode[]);
  };

/** The words of all usual texts, and of all usual mails. */
export const usualTextsOf = ({ texts, handed_over }: SalonProfile['messages']): MessageTexts => ({
  ...texts,
  'handed-over': handed_over.text,
});
export const usualMailsOf = ({ mails, handed_over }: SalonProfile['messages']): UsualMails => ({
  ...mails,
  'handed-over': handed_over.mail,
});

/** The rules of texts, as the salon's profile sets them, read anew each time. @param linkOf the short private link of a booking */
export function textRules(
  { messageWindowSeconds }: Pick<Config, 'messageWindowSeconds'>,
  profile: ProfileNow,
  linkOf: (bookingId: string) => string,
): MessageRules {
  return {
    timeZone: profile().time_zone,
    get quietHours() {
      const { from, to } = profile().messages.quiet_hours;
      return { from: minutesOfClock(from), to: minutesOfClock(to) };
    },
    get reminderAt() {
      return minutesOfClock(profile().messages.reminder_time);
    },
    windowMs: messageWindowSeconds * 1_000,
    isServed: isServedBy(profile),
    textOf: createTextOf({
      texts: () => usualTextsOf(profile().messages),
      linkOf,
    }),
  };
}

/** The same for mails, which disturb nobody at any hour. */
export const mailRules = (
  rules: MessageRules,
  mailing: Pick<MailingDeps, 'brand' | 'linkOf' | 'mails'>,
): MessageRules => ({
  timeZone: rules.timeZone,
  windowMs: rules.windowMs,
  get reminderAt() {
    return rules.reminderAt;
  },
  quietHours: { from: 0, to: 0 },
  isServed: () => true,
  noAddress: 'no-address',
  textOf: (kind, { id, ...booking }) => textOf(contentOf(kind, mailing, id, booking), mailing.brand),
});
