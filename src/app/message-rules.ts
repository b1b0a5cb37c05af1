import type { CountryCode } from 'libphonenumber-js/min';
import type { Config } from '../adapters/config.ts';
import { textOf } from '../adapters/mail/layout.ts';
import { isTexted } from '../adapters/phone.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { contentOf, type MailingDeps } from '../features/messages/mails/mail-provider.ts';
import { createTextOf } from '../features/messages/templates.ts';
import type { MessageRules } from '../features/messages/what-to-send.ts';
import { minutesOfClock } from '../salon/salon-time.ts';

/** Whether the salon texts a number at all, by its country and kind. */
export function isServedBy({ messages, address }: SalonProfile): (number: string) => boolean {
  const { countries = [address.country] } = messages;
  return (number) => isTexted(number, countries as readonly CountryCode[]);
}

/** The short private links of bookings. */
export const linksOf =
  (links: SecretLinks, publicUrl: string) =>
  (bookingId: string): string =>
    `${publicUrl}/b/${links.shortCodeOf(bookingId)}`;

/** The same for mails, which disturb nobody at any hour. */
export const mailRulesOf = (
  rules: MessageRules,
  mailing: Pick<MailingDeps, 'brand' | 'linkOf'>,
): MessageRules => ({
  ...rules,
  quietHours: { from: 0, to: 0 },
  isServed: () => true,
  noAddress: 'no-address',
  textOf: (kind, { id, ...booking }) => textOf(contentOf(kind, mailing, id, booking), mailing.brand),
});

interface RulesDeps {
  readonly config: Pick<Config, 'messageWindowSeconds'>;
  readonly profile: SalonProfile;
  readonly links: SecretLinks;
  readonly publicUrl: string;
}

/** What the salon has set about texts to customers. */
export function messageRulesOf({ config, profile, links, publicUrl }: RulesDeps): MessageRules {
  const { messages, time_zone: timeZone } = profile;
  const { texts, reminder_time, quiet_hours } = messages;
  return {
    timeZone,
    quietHours: { from: minutesOfClock(quiet_hours.from), to: minutesOfClock(quiet_hours.to) },
    reminderAt: minutesOfClock(reminder_time),
    windowMs: config.messageWindowSeconds * 1_000,
    isServed: isServedBy(profile),
    textOf: createTextOf({
      texts,
      linkOf: linksOf(links, publicUrl),
    }),
  };
}
