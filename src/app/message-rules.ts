import type { CountryCode } from 'libphonenumber-js/min';
import { isOfCountries } from '../adapters/phone.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import type { MessageRules } from '../features/messages/decide.ts';
import { createTextOf } from '../features/messages/templates.ts';
import { parseClock } from '../salon/salon-time.ts';

/** Minutes of a time that the profile's schema has checked. */
const minutesOf = (clock: string) => parseClock(clock) ?? 0;

/** Whether the salon texts a number at all, by its country. */
export function isServedBy({ messages, address }: SalonProfile): (number: string) => boolean {
  const { countries = [address.country] } = messages;
  return (number) => isOfCountries(number, countries as readonly CountryCode[]);
}

/** What the salon's profile says about texts to customers. */
export function messageRulesOf(profile: SalonProfile, links: SecretLinks, publicUrl: string): MessageRules {
  const { messages, time_zone: timeZone } = profile;
  const { texts, reminder_time, quiet_hours } = messages;
  return {
    timeZone,
    quietHours: { from: minutesOf(quiet_hours.from), to: minutesOf(quiet_hours.to) },
    reminderAt: minutesOf(reminder_time),
    isServed: isServedBy(profile),
    textOf: createTextOf({
      texts,
      linkOf: (bookingId) => `${publicUrl}/b/${links.shortCodeOf(bookingId)}`,
    }),
  };
}
