import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { PageName } from '../contracts/salon/pages.ts';
import type { OpeningHours, SpecialHours } from '../contracts/salon/salon.ts';
import { SITE_PAGES } from '../contracts/salon/site-pages.ts';
import { weekdayName } from '../salon/date-text.ts';

/** The salon and a page's place in the site for search engines, in the vocabulary of schema.org. */

const CONTEXT = 'https://schema.org';

/** Opening hours in schema.org's form, with one entry for all days that have the same hours. */
function openingHoursSpecification(week: readonly OpeningHours[]) {
  const windows = Map.groupBy(week, ({ start_time, end_time }) => `${start_time} ${end_time}`);
  return [...windows.values()].map((equal) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: equal.map(({ day_of_week }) => weekdayName(day_of_week)),
    opens: equal[0]?.start_time,
    closes: equal[0]?.end_time,
  }));
}

/** The hours of single dates. For schema.org, a day from midnight to midnight is closed. */
const specialOpeningHoursSpecification = (special: readonly SpecialHours[]) =>
  special.flatMap(({ date, windows }) =>
    (windows.length > 0 ? windows : [{ start_time: '00:00', end_time: '00:00' }]).map(
      ({ start_time, end_time }) => ({
        '@type': 'OpeningHoursSpecification',
        validFrom: date,
        validThrough: date,
        opens: start_time,
        closes: end_time,
      }),
    ),
  );

/** Data for structured data that isn't in the profile. */
interface SiteInfo {
  /** URL of the site, without a slash at its end. */
  readonly url: string;
  /** Absolute URL of a picture of the salon. */
  readonly image: string;
  /** The current weekly schedule. */
  readonly week: readonly OpeningHours[];
  /** Dates from today on that have other hours. */
  readonly special: readonly SpecialHours[];
}

function hairSalon(profile: SalonProfile, { url, image, week, special }: SiteInfo) {
  const { name, address, geo, links, ratings } = profile;
  return {
    '@context': CONTEXT,
    '@type': 'HairSalon',
    '@id': `${url}/#salon`,
    name,
    description: profile.pages.home.description,
    url: `${url}/`,
    image,
    ...(profile.phone && { telephone: profile.phone_e164 }),
    priceRange: profile.price_range,
    ...(address.street && {
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.street,
        addressLocality: address.city,
        addressRegion: address.region,
        postalCode: address.postal_code,
        addressCountry: address.country,
      },
    }),
    ...(geo && { geo: { '@type': 'GeoCoordinates', ...geo } }),
    openingHoursSpecification: openingHoursSpecification(week),
    ...(special.length > 0 && {
      specialOpeningHoursSpecification: specialOpeningHoursSpecification(special),
    }),
    ...(ratings && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: ratings.average,
        reviewCount: ratings.reviews,
        bestRating: 5,
      },
    }),
    sameAs: [links.facebook, links.instagram].filter((link) => link !== null),
  };
}

/** The page's name: the part of its title before the salon's name. */
const shortName = (title: string) => title.split(' · ')[0] ?? title;

function breadcrumbs({ name, pages }: SalonProfile, page: PageName, url: string) {
  const steps = [
    { name, item: `${url}/` },
    { name: shortName(pages[page].title), item: url + SITE_PAGES[page].path },
  ];
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

/** The salon as a business, and the page's breadcrumbs on every page except the front page. */
export function structuredData(profile: SalonProfile, page: PageName, site: SiteInfo): readonly object[] {
  const salon = hairSalon(profile, site);
  return page === 'home' ? [salon] : [salon, breadcrumbs(profile, page, site.url)];
}
