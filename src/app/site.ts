import type { Router } from 'express';
import type { Pool } from 'pg';
import type { ProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import { hours } from '../../projections/hours/projection.ts';
import { createOpeningHours } from '../../projections/hours/queries.ts';
import { services } from '../../projections/services/projection.ts';
import { createServiceList } from '../../projections/services/queries.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { SalonCard } from '../contracts/salon/salon.ts';
import type { LiveProjections } from '../eventsourcing/streams/live-projection.ts';
import { withStartingPrices } from '../salon/starting-prices.ts';
import type { SiteBuild } from '../site/build.ts';
import { pageContent } from '../site/page-content.ts';
import { contentAt, type PublicContent } from '../site/public-content.ts';
import { createSite } from '../site/site.ts';
import type { AppContext } from './context.ts';

/** The read models that the pages are rendered from. */
const READ_MODELS = [hours, services];

/** Reads the public content from the profile and the read models. */
export function publicContent(pool: Pool, profile: SalonProfile, url: string): PublicContent {
  const card = SalonCard.parse(profile);
  const openingHours = createOpeningHours(pool);
  const services = createServiceList(pool);
  const menu = profile.pages.services.prices.groups;
  return {
    salon: async () => ({ ...card, url, opening_hours: [...(await openingHours())] }),
    serviceList: async () => withStartingPrices(await services(), menu),
    pages: pageContent(profile.pages),
  };
}

/** The site's routes. Its pages are rendered from the public content, and again whenever the hours or services have changed. */
export async function composeSite(
  build: SiteBuild,
  hoursAndServices: Pick<LiveProjections, 'changed' | 'changedAt'>,
  positions: ProjectedPositions,
  { logger, publicUrl: url, ending: signal, closing }: AppContext,
  profile: SalonProfile,
  content: PublicContent,
): Promise<Router> {
  const { router, ended } = await createSite({
    build,
    url,
    profile,
    contentAt: (path) => contentAt(content, path),
    openingHours: async () => (await content.salon()).opening_hours,
    changes: {
      changed: hoursAndServices.changed,
      changedAt: hoursAndServices.changedAt,
      reached: (position) => Promise.all(READ_MODELS.map(({ name }) => positions.reached(name, position))),
    },
    logger,
    signal,
  });
  closing.defer(() => ended);
  return router;
}
