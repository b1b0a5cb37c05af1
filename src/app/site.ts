import express, { type Router } from 'express';
import type { Pool } from 'pg';
import { blockedDates } from '../../projections/blocked-dates/projection.ts';
import { createBlockedDates } from '../../projections/blocked-dates/queries.ts';
import { days } from '../../projections/days/projection.ts';
import { createDays } from '../../projections/days/queries.ts';
import type { ProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import { hours } from '../../projections/hours/projection.ts';
import { createOpeningHours } from '../../projections/hours/queries.ts';
import { pictures } from '../../projections/pictures/projection.ts';
import { createChosenPictures } from '../../projections/pictures/queries.ts';
import { reviews } from '../../projections/reviews/projection.ts';
import { createReviews } from '../../projections/reviews/queries.ts';
import { services } from '../../projections/services/projection.ts';
import { createServiceList } from '../../projections/services/queries.ts';
import { team } from '../../projections/team/projection.ts';
import { createTeam, publicStylists } from '../../projections/team/queries.ts';
import { keptFor } from '../adapters/kept-for.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { PageContent, Testimonial } from '../contracts/salon/pages.ts';
import { MOST_SPECIAL_HOURS, SalonCard, type SpecialHours } from '../contracts/salon/salon.ts';
import { clocksOf, type SalonDate, salonDate } from '../salon/salon-time.ts';
import type { Interval } from '../salon/slots.ts';
import { withStartingPrices } from '../salon/starting-prices.ts';
import type { SiteBuild } from '../site/build.ts';
import { pageContent, withStylists } from '../site/page-content.ts';
import { pictureFiles } from '../site/picture-files.ts';
import { contentAt, type PublicContent } from '../site/public-content.ts';
import { createSite } from '../site/site.ts';
import { watchSpecialHours } from '../site/special-hours.ts';
import type { AppContext } from './context.ts';
import type { WriteSide } from './write-side.ts';

/** The read models that the pages are rendered from. */
const READ_MODELS = [hours, services, days, blockedDates, pictures, reviews, team];

/** How often to check whether dates have hours of their own. */
const SPECIAL_HOURS_MS = 60_000;

/** Reads the public content from the profile and the read models. */
export function publicContent(
  pool: Pool,
  profile: ProfileNow,
  { publicUrl: url, now }: Pick<AppContext, 'publicUrl' | 'now'>,
): PublicContent {
  const openingHours = createOpeningHours(pool);
  const specialHours = createSpecialHours(pool, profile().time_zone, now);
  const services = createServiceList(pool);
  const { ofWebsite: chosenPictures, ofStylists: portraits } = createChosenPictures(pool);
  const stylists = createTeam({ pool, salonName: () => profile().name });
  const reviews = createReviews(pool);
  const pages = keptFor(profile, pageContent).present;
  const card = keptFor(profile, (now) => SalonCard.parse(now)).present;
  return {
    async salon() {
      const [opening_hours, special_hours, pictures] = await Promise.all([
        openingHours(),
        specialHours(),
        chosenPictures(),
      ]);
      return { ...card(), url, opening_hours: [...opening_hours], special_hours, pictures };
    },
    serviceList: async () => withStartingPrices(await services(), profile().pages.services.prices.groups),
    async page(name) {
      if (name !== 'home' && name !== 'book') return pages()[name];
      const [all, pictures, entered] = await Promise.all([stylists.all(), portraits(), reviews.shown()]);
      const { home, book } = withStylists(pages(), publicStylists(all, pictures));
      return name === 'home' ? withReviews(home, entered) : book;
    },
  };
}

/** The front page with the reviews that staff have entered, and after them those of the profile's file. */
const withReviews = (home: PageContent['home'], entered: readonly Testimonial[]): PageContent['home'] =>
  entered.length === 0
    ? home
    : { ...home, testimonials: { ...home.testimonials, items: [...entered, ...home.testimonials.items] } };

/** Reads the dates from today on that have hours of their own, or are blocked, in order. */
function createSpecialHours(pool: Pool, timeZone: string, now: () => Date) {
  const { ownHours } = createDays(pool);
  const dates = createBlockedDates(pool);
  return async (): Promise<SpecialHours[]> => {
    const from = salonDate(now(), timeZone);
    const [own, blocked] = await Promise.all([ownHours(from), dates.list({ from })]);
    const special = new Map<SalonDate, readonly Interval[]>(own.map(({ date, windows }) => [date, windows]));
    for (const { blocked_date } of blocked) special.set(blocked_date, []);
    return [...special]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, MOST_SPECIAL_HOURS)
      .map(([date, windows]) => ({
        date,
        windows: windows.map(clocksOf),
      }));
  };
}

/** The site's routes. Its pages are rendered from the public content, and again whenever the hours, services, stylists, settings, pictures or reviews have changed. */
export async function composeSite(
  build: SiteBuild,
  { followed, profile, pictures: { filesOf } }: Pick<WriteSide, 'followed' | 'profile' | 'pictures'>,
  positions: ProjectedPositions,
  { logger, publicUrl: url, ending: signal, closing }: AppContext,
  content: PublicContent,
): Promise<Router> {
  const special = await watchSpecialHours({
    read: async () => (await content.salon()).special_hours,
    everyMs: SPECIAL_HOURS_MS,
    logger,
    signal,
  });
  closing.defer(() => special.ended);
  const { router, ended } = await createSite({
    build,
    url,
    profile,
    contentAt: (path) => contentAt(content, path),
    salon: content.salon,
    changes: {
      changed: () => Promise.race([followed.changed(), special.changed()]),
      changedAt: followed.changedAt,
      // The position is that of what this process keeps in memory: a page may be rendered when read models are ahead of it.
      reached: async (position) => [
        ...(await Promise.all(READ_MODELS.map(({ name }) => positions.reached(name, position)))),
        followed.changedAt(),
      ],
    },
    logger,
    signal,
  });
  closing.defer(() => ended);
  return express.Router().use(pictureFiles(filesOf), router);
}
