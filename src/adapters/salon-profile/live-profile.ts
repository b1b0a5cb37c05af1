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
    const profile = completed(isPublic ? withoutSamples(whole, samples) : whole);
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
