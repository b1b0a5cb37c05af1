import { isDeepStrictEqual } from 'node:util';
import type { SectionName, Sections } from '../../contracts/settings/sections.ts';
import { completed, type SalonProfile } from './profile.ts';
import { withSections } from './sections.ts';

/** The profile as it is now: sections that staff have saved, and otherwise those of the file. */
export type ProfileNow = () => SalonProfile;

type Saved = { readonly [Name in SectionName]?: Sections[Name] };

export interface LiveProfileDeps {
  /** The file's profile, its variables not replaced. */
  readonly file: SalonProfile;
  /** The profile that comes with the program, whose reviews and ratings are invented. */
  readonly sample: SalonProfile;
  /** Whether what is shown is meant for the public, and not for somebody who tries the program. */
  readonly isPublic: boolean;
  /** The saved sections: the same object until they change. */
  saved(): Saved;
  onFailure(error: unknown): void;
}

/** The invented parts of a profile that staff haven't confirmed. */
export function samplesIn(
  { ratings, pages }: Pick<SalonProfile, 'ratings' | 'pages'>,
  { sample, reviews }: { readonly sample: LiveProfileDeps['sample']; readonly reviews: Saved['reviews'] },
): { readonly ratings: boolean; readonly reviews: boolean } {
  const { items } = pages.home.testimonials;
  return {
    ratings: ratings !== null && !reviews?.ratings_confirmed && isDeepStrictEqual(ratings, sample.ratings),
    reviews:
      items.length > 0 &&
      reviews?.file_reviews !== 'confirmed' &&
      isDeepStrictEqual(items, sample.pages.home.testimonials.items),
  };
}

/** The profile without invented reviews and ratings. */
function withoutSamples(profile: SalonProfile, samples: ReturnType<typeof samplesIn>): SalonProfile {
  const { pages } = profile;
  const { testimonials } = pages.home;
  const shown = samples.reviews ? { ...testimonials, items: [] } : testimonials;
  return {
    ...profile,
    ratings: samples.ratings ? null : profile.ratings,
    pages: { ...pages, home: { ...pages.home, testimonials: shown } },
  };
}

const isSample = isDeepStrictEqual;

/**
 * The salon's section without the sample's contacts, as soon as it has another name: those that nobody has entered are empty, and pages
 * and mails leave them out.
 */
export function withoutSampleContacts<Salon extends Sections['salon']>(
  salon: Salon,
  sample: Sections['salon'],
): Salon {
  const { name, phone, address, geo, links } = salon;
  if (name === sample.name) return salon;
  const isOurs = !isSample(address, sample.address);
  return {
    ...salon,
    phone: phone === sample.phone ? '' : phone,
    address: isOurs ? address : { ...address, street: '', city: '', region: '', postal_code: '' },
    geo: isSample(geo, sample.geo) ? null : geo,
    links: {
      ...links,
      facebook: links.facebook === sample.links.facebook ? null : links.facebook,
      instagram: links.instagram === sample.links.instagram ? null : links.instagram,
    },
  };
}

/** The profile without what the sample says of itself, as soon as the salon has another name. */
function withoutSampleSalon(profile: SalonProfile, sample: SalonProfile): SalonProfile {
  if (profile.name === sample.name) return profile;
  const own = withoutSampleContacts(profile, sample);
  const { address, phone, tagline, headline } = own;
  const place = ({ city, region }: SalonProfile['address']) => [` in ${city}, ${region}`, ` in ${city}`];
  /** A line of the sample that names its town, with the salon's own town, or without any. */
  const placed = (line: string, ofSample: string) =>
    line === ofSample
      ? place(sample.address).reduce(
          (text, said, at) => text.replace(said, address.city ? (place(address)[at] ?? '') : ''),
          line,
        )
      : line;
  return {
    ...own,
    tagline: placed(tagline, sample.tagline),
    headline: placed(headline, sample.headline),
    phone_e164: phone && own.phone_e164,
  };
}

/**
 * Keeps the profile up to date. The time zone stays what it was at first: all dates and times depend on it, so the process starts again
 * when it has changed. A profile that can't be made, which validation prevents, leaves the last one in place.
 */
export function liveProfile({ file, sample, isPublic, saved, onFailure }: LiveProfileDeps): ProfileNow {
  let seen: Saved | undefined;
  let last: SalonProfile | undefined;

  function make(sections: Saved): SalonProfile {
    const whole = withSections(file, sections);
    const samples = samplesIn(whole, { sample, reviews: sections.reviews });
    const own = withoutSampleSalon(whole, sample);
    const profile = completed(isPublic || whole.name !== sample.name ? withoutSamples(own, samples) : own);
    return { ...profile, time_zone: last?.time_zone ?? profile.time_zone };
  }

  return () => {
    const sections = saved();
    if (last && sections === seen) return last;
    seen = sections;
    try {
      last = make(sections);
    } catch (error) {
      onFailure(error);
      last ??= completed(file);
    }
    return last;
  };
}
