import type { Pool } from 'pg';
import { createOpeningHours } from '../../projections/hours/queries.ts';
import { createServiceList } from '../../projections/services/queries.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { SalonCard } from '../contracts/salon/salon.ts';
import { withStartingPrices } from '../salon/starting-prices.ts';
import { pageContent } from '../site/page-content.ts';
import type { PublicContent } from '../site/public-content.ts';

/** The public content, from the profile and the read models. */
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
