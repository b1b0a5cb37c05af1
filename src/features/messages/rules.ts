import type { CountryCode } from 'libphonenumber-js/min';
import type { Config } from '../../adapters/config.ts';
import { textOf } from '../../adapters/mail/layout.ts';
import { isTexted } from '../../adapters/phone.ts';
import type { SalonProfile } from '../../adapters/salon-profile/profile.ts';
import { minutesOfClock } from '../../salon/salon-time.ts';
import type { MessageRules } from './decision/decide-message.ts';
import { contentOf, type MailingDeps } from './mails/mail-provider.ts';
import { createTextOf } from './texts/templates.ts';

/** Whether the salon texts a number at all, by its country and kind. */
export function isServedBy({ messages, address }: SalonProfile): (number: string) => boolean {
  const { countries = [address.country] } = messages;
  return (number) => isTexted(number, countries as readonly CountryCode[]);
}

/** The rules of texts, as the salon's profile sets them. @param linkOf the short private link of a booking */
export function textRules(
  { messageWindowSeconds }: Pick<Config, 'messageWindowSeconds'>,
  profile: SalonProfile,
  linkOf: (bookingId: string) => string,
): MessageRules {
  const { messages, time_zone: timeZone } = profile;
  const { texts, reminder_time, quiet_hours } = messages;
  return {
    timeZone,
    quietHours: { from: minutesOfClock(quiet_hours.from), to: minutesOfClock(quiet_hours.to) },
    reminderAt: minutesOfClock(reminder_time),
    windowMs: messageWindowSeconds * 1_000,
    isServed: isServedBy(profile),
    textOf: createTextOf({ texts, linkOf }),
  };
}

/** The same for mails, which disturb nobody at any hour. */
export const mailRules = (
  rules: MessageRules,
  mailing: Pick<MailingDeps, 'brand' | 'linkOf'>,
): MessageRules => ({
  ...rules,
  quietHours: { from: 0, to: 0 },
  isServed: () => true,
  noAddress: 'no-address',
  textOf: (kind, { id, ...booking }) => textOf(contentOf(kind, mailing, id, booking), mailing.brand),
});
