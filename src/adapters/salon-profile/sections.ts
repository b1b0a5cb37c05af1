import type { SectionName, Sections } from '../../contracts/settings/sections.ts';
import { isPhoneCountry, toE164 } from '../phone.ts';
import type { SalonProfile } from './profile.ts';

interface SectionAccess<Name extends SectionName> {
  /** The section in the profile, its words in braces not replaced. */
  read(profile: SalonProfile): Sections[Name];
  /** The profile with another section. */
  write(profile: SalonProfile, section: Sections[Name]): SalonProfile;
}

/** A profile with other pages. */
const withPages = (profile: SalonProfile, pages: Partial<SalonProfile['pages']>): SalonProfile => ({
  ...profile,
  pages: { ...profile.pages, ...pages },
});

const SECTIONS: { readonly [Name in SectionName]: SectionAccess<Name> } = {
  salon: {
    read: ({ name, tagline, phone, address, geo, time_zone, links }) => ({
      name,
      tagline,
      phone,
      address,
      geo,
      time_zone,
      links,
    }),
    write(profile, { address, ...salon }) {
      const country = isPhoneCountry(address.country) ? address.country : profile.address.country;
      return {
        ...profile,
        ...salon,
        address: { ...address, country },
        phone_e164: toE164(salon.phone, country) ?? profile.phone_e164,
        // The drawn card may have the former name on it.
        share_card: salon.name === profile.name ? profile.share_card : 'plain',
      };
    },
  },
  'front-page': {
    read({ headline, pages: { home } }) {
      const { title, description, specialties, gallery, visit } = home;
      return { headline, title, description, specialties, gallery, visit };
    },
    write: (profile, { headline, ...page }) => ({
      ...withPages(profile, { home: { ...profile.pages.home, ...page } }),
      headline,
    }),
  },
  prices: {
    read: ({ price_range, pages: { services } }) => ({
      price_range: price_range as Sections['prices']['price_range'],
      ...services,
    }),
    write: (profile, { price_range, ...services }) => ({ ...withPages(profile, { services }), price_range }),
  },
  policies: {
    read: ({ policy_notice_hours, service_concern_days, patch_test_hours, pages: { terms, privacy } }) => ({
      policy_notice_hours,
      service_concern_days,
      patch_test_hours,
      terms,
      privacy,
    }),
    write: (profile, { terms, privacy, ...promises }) => ({
      ...withPages(profile, { terms, privacy }),
      ...promises,
    }),
  },
  booking: {
    read: ({ messages, ...profile }) => ({
      self_service_cutoff_hours: profile.self_service_cutoff_hours,
      private_link_days: profile.private_link_days,
      max_booking_minutes: profile.max_booking_minutes,
      start_every_minutes: profile.start_every_minutes,
      last_start_offered: profile.last_start_offered,
      notice_minutes: profile.notice_minutes,
      staff_any_five_minutes: profile.staff_any_five_minutes,
      choose_stylist: profile.choose_stylist,
      reminder_time: messages.reminder_time,
      quiet_from: messages.quiet_hours.from,
      quiet_to: messages.quiet_hours.to,
    }),
    write: (profile, { reminder_time, quiet_from, quiet_to, ...limits }) => ({
      ...profile,
      ...limits,
      messages: { ...profile.messages, reminder_time, quiet_hours: { from: quiet_from, to: quiet_to } },
    }),
  },
  messages: {
    read: ({ messages: { texts, mails } }) => ({ texts, mails }),
    // A section from before lacks the words that came later.
    write: (profile, { texts, mails }) => ({
      ...profile,
      messages: {
        ...profile.messages,
        texts: { ...profile.messages.texts, ...texts },
        mails: { ...profile.messages.mails, ...mails },
      },
    }),
  },
  reviews: {
    read: ({ ratings, pages: { home } }) => ({
      heading: home.testimonials.heading,
      text: home.testimonials.text,
      ratings,
      ratings_confirmed: false,
      file_reviews: 'samples',
    }),
    write(profile, { heading, text, ratings, file_reviews }) {
      const { home } = profile.pages;
      const items = file_reviews === 'removed' ? [] : home.testimonials.items;
      return {
        ...withPages(profile, { home: { ...home, testimonials: { heading, text, items } } }),
        ratings,
      };
    },
  },
};

export const sectionsOf = (profile: SalonProfile): Sections =>
  Object.fromEntries(
    Object.entries(SECTIONS).map(([name, section]) => [name, section.read(profile)]),
  ) as Sections;

/** The profile with these sections in place of its own. */
export const withSections = (
  profile: SalonProfile,
  saved: { readonly [Name in SectionName]?: Sections[Name] },
): SalonProfile =>
  (Object.keys(SECTIONS) as SectionName[]).reduce((whole, name) => {
    const section = saved[name];
    return section === undefined
      ? whole
      : (SECTIONS[name] as SectionAccess<SectionName>).write(whole, section);
  }, profile);
